"""Links of ours that work for whoever has them are found however they are written; others are let be."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.own_links import own_link

ORIGIN = "https://mail.agents.example:8443"
TOKEN = "WzE3NjQ1NTAwMDAsIndzXzEiXQ.q0ZxJ1m2n3o4p5"
DOWNLOAD = f"{ORIGIN}/mcp/attachments/{TOKEN}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (DOWNLOAD, "download"),
        (f"Fetch it: <{DOWNLOAD}>.", "download"),
        (f"http://203.0.113.9:8025/mcp/attachments/{TOKEN}", "download"),
        (f"//other-name.example/MCP/Attachments/{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/uploads/{TOKEN}", "upload"),
        (f"{ORIGIN}/app/uploads/{TOKEN}", "upload"),
        (f"{ORIGIN}/app/connect/{TOKEN}", "connect"),
        (f"{ORIGIN}/app/connect?state={TOKEN}", "connect"),
        (f"{ORIGIN}/app/approvals/{TOKEN}", "approval"),
        (f"mail.agents.example/app/approvals/{TOKEN}", "approval"),
        (f"{ORIGIN}/app/sign-in#{TOKEN}", "sign-in"),
        (f'<a href="{DOWNLOAD}">x</a>', "download"),
        (f"{ORIGIN}/mcp/<b>attachments</b>/{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/./attachments//{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/x/../attachments/{TOKEN}", "download"),
        (f"{ORIGIN}\\mcp\\attachments\\{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/attach\u200bments/{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/attach&#109;ents/{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/attach&#x6D;ents&sol;{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/%61ttachments/{TOKEN}", "download"),
        (f"https://go.example/?to={quote(DOWNLOAD, safe='')}", "download"),
        (f"https://go.example/?to={quote(quote(DOWNLOAD, safe=''), safe='')}", "download"),
        (f'<a href="{ORIGIN}/mcp/attach\n\tments/{TOKEN}.{TOKEN}">x</a>', "download"),
        (f'<a href="{ORIGIN}/mcp/attach&#10;ments/{TOKEN}.{TOKEN}">x</a>', "download"),
        (f"{ORIGIN}/mcp/a/b/c/d/e/f/g/../../../../../../../attachments/{TOKEN}", "download"),
        (f"{ORIGIN}/mcp/{'a' * 500}/%2e%2E/attachments/{TOKEN}?x=/../../..", "download"),
        (f"{ORIGIN}/mcp/attach&#00000000000000000109;ents/{TOKEN}", "download"),
        (f"http://localhost:8025/app/sign-in#{TOKEN}", "sign-in"),
        (f"http://127.1:8025/app/sign-in#{TOKEN}", "sign-in"),
        (f"http://0x7f000001/app/sign-in#{TOKEN}", "sign-in"),
        (f"http://[::1]:8025/app/connect/{TOKEN}", "connect"),
        (f"https://mail.agents.example./app/sign-in#{TOKEN}", "sign-in"),
        (f"https://ｍａｉｌ．agents。example/app/sign-in#{TOKEN}", "sign-in"),
        (f"{ORIGIN}/app/sign-in?next=/app/a.b%20c&x=+#{TOKEN}", "sign-in"),
    ],
)
def test_a_link_is_found(text, kind):
    assert own_link(text, ORIGIN) == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Files are at /mcp/attachments/ for ten minutes",
        "GET /mcp/attachments/{token}",
        f"{ORIGIN}/app/inboxes/agent@agents.example/thd_01jq0000000000000000000000#msg_01jq0000000000000000000000",
        f"https://elsewhere.example/app/connect/{TOKEN}",
        f"https://elsewhere.example/app/sign-in#{TOKEN}",
        f"{ORIGIN}/app/approvals",
        f"https://drive.example/attachments/{TOKEN}",
        "100 % & more",
        f"https://elsewhere.example5/app/sign-in#{TOKEN}",
        "Files are at /mcp/attachments/\nAuthenticationByLink for ten minutes",
        "../../.. and /../.. alone",
    ],
)
def test_other_text_is_let_be(text):
    assert own_link(text, ORIGIN) is None


@given(st.lists(st.sampled_from(["entity", "percent"]), max_size=3))
def test_encodings_within_encodings_hide_nothing(layers):
    text = DOWNLOAD
    for layer in layers:
        text = "".join(f"&#{ord(c)};" for c in text) if layer == "entity" else quote(text, safe="")
    assert own_link(f"see {text}", ORIGIN) == "download"


@given(st.text(max_size=2000))
def test_any_text_is_read(text):
    own_link(text, ORIGIN)


@pytest.mark.parametrize("number", ["9" * 5000, "x" + "f" * 5000, "0" * 5000, ""])
def test_entities_that_stand_for_no_character_hide_nothing(number):
    assert own_link(f"&#{number}; {DOWNLOAD.replace('m', '&#109;')}", ORIGIN) == "download"


@pytest.mark.parametrize(
    "part", ["localhost/app/connect/", "/a/..", "/mcp/attachments/", "1.1/app/connect", "[1:", "é%25", "&#0", "<a "]
)
def test_a_text_that_only_begins_links_again_and_again_is_read_in_one_go(part):
    """In time that grew with the square of its length, this would take many minutes."""
    assert own_link(part * (1_000_000 // len(part)), "http://localhost:8025") is None
