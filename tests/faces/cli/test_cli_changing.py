"""What changes something says in one line what it did."""

import json

import pytest


@pytest.mark.parametrize(("verb", "kind"), [("verify", "verified"), ("block", "blocked")])
def test_the_lists_say_what_became_of_an_entry_and_show_it(letterlock, verb, kind):
    assert letterlock("list", verb, "ana@b.example") == f"ana@b.example is now on the {kind} list\n"
    shown = letterlock("list", "show").splitlines()
    assert shown[1].startswith(f"{kind}  ") and shown[1].endswith("  ana@b.example")
    [entry] = json.loads(letterlock("list", "show", "--json"))["entries"]
    assert (entry["kind"], entry["entry"]) == (kind, "ana@b.example")
    assert letterlock("list", verb, "ana@b.example", "--remove") == f"ana@b.example is no longer on the {kind} list\n"
    assert letterlock("list", "show") == "none\n"


def test_an_entry_of_one_inbox_and_whom_it_believes(letterlock):
    inbox = "welcome@agents.example"
    given = letterlock("list", "verify", "b.example", "--inbox", inbox)
    assert given == f"b.example is now on the verified list of {inbox}\n"
    assert f"  {inbox}  b.example" in letterlock("list", "show")
    taken = letterlock("list", "verify", "b.example", "--remove", "--inbox", inbox)
    assert taken == f"b.example is no longer on the verified list of {inbox}\n"
    assert letterlock("inbox", "believe", inbox, "mx.relay.example") == f"{inbox} believes mx.relay.example\n"
    assert letterlock("inbox", "believe", inbox) == f"{inbox} believes nobody but the relays in the settings\n"


def test_members_and_keys_say_what_became_of_them(letterlock):
    mia = "mia@b.example"
    assert letterlock("member", "add", mia).startswith(f"{mia} is now member of the workspace")
    assert letterlock("member", "role", mia, "admin") == f"{mia} is now admin of the workspace\n"
    given = letterlock("member", "role", mia, "reader", "--inbox", "welcome@agents.example")
    assert given == f"{mia} now has the role reader on welcome@agents.example\n"
    taken = letterlock("member", "role", mia, "none", "--inbox", "welcome@agents.example")
    assert taken == f"{mia} now has no role on welcome@agents.example\n"
    assert letterlock("member", "remove", mia) == f"{mia} is no longer in the workspace\n"
    made = json.loads(letterlock("key", "create", "--json"))
    assert letterlock("key", "revoke", made["key_id"]) == f"{made['key_id']} is revoked: it works no more\n"
    row = next(line for line in letterlock("key", "list").splitlines() if made["key_id"] in line)
    assert "revoked 20" in row


def test_a_new_key_says_what_it_may_in_both_vocabularies(letterlock):
    key, rights = letterlock("key", "create", "--permission", "mail:read").splitlines()
    assert key.startswith("ll_live_")
    assert rights.endswith("may: draft:read (draft_read), mail:read (message_read), thread:read (thread_read)")


def test_a_key_for_tools_to_come_can_be_made(letterlock):
    assert json.loads(letterlock("key", "create", "--toolset", "accounts", "--json"))["toolsets"] == ["accounts"]


def test_help_says_what_there_is_now(letterlock):
    shown = " ".join(letterlock("key", "create", "--help").replace("│", " ").split())
    assert "For now only inbox has tools" in shown
    assert "such a key refuses to send" in shown
    assert "REST" not in letterlock("serve", "http", "--help") + letterlock("config")
