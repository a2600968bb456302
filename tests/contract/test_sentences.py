"""Which tests hold each sentence of the contract on transport, on permissions and errors, and on dashboard links."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
TRANSPORT = "faces/mcp/test_mcp_transport.py"
TOOLS = "faces/mcp/test_mcp_tools.py"
KEYS = "e2e/test_keys.py"
LINKS = "e2e/test_dashboard_links.py"
PAGES = "faces/web/test_web_pages.py"
CONTRACT = "e2e/test_contract_over_http.py"

SENTENCES = {
    "Send one JSON-RPC message per POST": [
        (TRANSPORT, "test_what_is_no_message_is_refused_without_the_words_of_an_exception"),
        (TRANSPORT, "test_bodies_that_are_not_json_are_refused"),
    ],
    "The response is JSON, or an event stream when the client accepts it": [
        (TRANSPORT, "test_a_client_without_event_streams_gets_json"),
        (TRANSPORT, "test_a_client_with_event_streams_gets_one_in_the_older_revisions"),
    ],
    "The server keeps no sessions": [(TRANSPORT, "test_no_session_id_is_given")],
    "GET with Accept: text/event-stream and DELETE return 405 with a JSON-RPC error (-32000) and Allow: POST": [
        (TRANSPORT, "test_methods_that_need_a_session_are_405")
    ],
    "A GET without Accept: text/event-stream returns the description document, without authentication": [
        (TRANSPORT, "test_the_description_needs_no_credential")
    ],
    "Without a valid credential, POST returns 401 with WWW-Authenticate: resource_metadata and scope": [
        (TRANSPORT, "test_without_a_credential_the_answer_says_where_to_get_one"),
        (TRANSPORT, "test_a_wrong_credential_is_401_and_says_so"),
        (TRANSPORT, "test_each_toolset_has_its_own_resource_metadata"),
        (KEYS, "test_a_revoked_key_stops_at_once_also_for_connected_clients"),
    ],
    "The session cookie and ?token= are not accepted": [
        (TRANSPORT, "test_cookies_and_tokens_in_the_address_are_not_credentials")
    ],
    "Each tool checks the permission of its operation, whatever face asks": [
        (KEYS, "test_every_tool_is_forbidden_without_its_permission_and_open_with_it"),
        (KEYS, "test_the_walk_covers_every_tool"),
    ],
    "It acts within the key's scope (an inbox key sees one inbox)": [
        (KEYS, "test_what_is_out_of_scope_reads_as_if_it_did_not_exist"),
        (KEYS, "test_account_ids_and_capitals_do_not_get_around_a_scope"),
    ],
    "A missing permission comes back as a tool error, not an HTTP error": [
        (CONTRACT, "test_a_missing_permission_is_a_tool_error_and_not_one_of_http")
    ],
    "Tool errors are results with isError: true; the text is <type>: <message>, the data the error envelope": [
        (TOOLS, "test_a_refusal_is_a_result_with_its_envelope"),
        (TOOLS, "test_every_kind_of_error_has_a_type"),
    ],
    "Successful results carry a short text summary in content and the data in structuredContent": [
        (LINKS, "test_every_success_has_a_short_text_and_its_data")
    ],
    "Results carry a url: a link to the item in the dashboard, for a person to open": [
        (LINKS, "test_every_item_of_every_result_has_the_link_of_its_kind"),
        (LINKS, "test_each_link_opens_its_item_for_a_person_and_drops_the_organization"),
    ],
    "The instructions tell the agent to share it when the user asks to see something": [
        (TOOLS, "test_the_instructions_tell_to_share_links_when_the_user_asks_to_see_something")
    ],
    "The links of an inbox, a thread, a message and a draft": [
        (LINKS, "test_every_item_of_every_result_has_the_link_of_its_kind")
    ],
    "The dashboard opens the thread scrolled to that message": [
        (LINKS, "test_each_link_opens_its_item_for_a_person_and_drops_the_organization")
    ],
    "Path segments are percent-encoded except @": [
        (TOOLS, "test_results_link_to_the_dashboard"),
        (LINKS, "test_every_item_of_every_result_has_the_link_of_its_kind"),
    ],
    "The origin is the server's public URL": [(LINKS, "test_links_and_documents_stand_on_the_public_url")],
    "org is the organization of the key": [(LINKS, "test_every_item_of_every_result_has_the_link_of_its_kind")],
    "The dashboard drops the parameter": [(PAGES, "test_the_organisation_is_dropped_from_the_address")],
    "A person who is not a member sees a message saying the link is for another organization": [
        (PAGES, "test_a_link_for_another_organisation_says_so")
    ],
    "Signed-out visitors go through sign-in and land on the same message or draft, #hash included": [
        (PAGES, "test_after_signing_in_they_land_where_they_wanted"),
        (PAGES, "test_signed_out_visitors_see_nothing_and_are_told_how_to_sign_in"),
        ("e2e/test_drafts_over_mcp.py", "test_drafts_are_for_people_who_are_signed_in"),
    ],
    "Text of tools that send or save ends with the link, that of others has it on each item's line": [
        (TOOLS, "test_what_was_sent_is_told_with_its_link_at_the_end"),
        (LINKS, "test_text_blocks_have_the_link_on_each_items_line_or_at_their_end"),
    ],
    "The REST API does not return url": [
        (TOOLS, "test_links_are_made_for_tools_alone_and_are_in_no_operations_result")
    ],
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_tests_of_each_sentence_are_there(sentence):
    assert SENTENCES[sentence]
    for file, name in SENTENCES[sentence]:
        assert re.search(rf"^(async )?def {name}\(", (TESTS / file).read_text("utf-8"), re.MULTILINE), (file, name)
