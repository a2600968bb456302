"""No part of what is sent, or of a draft, hands on a link of ours that works for whoever has it."""

import base64

import pytest

TOKEN = f"{'a' * 40}.{'b' * 43}"


def forms(app):
    link = f"{app.settings.public_url}/mcp/attachments/{TOKEN}"
    broken = link.replace("attachments", "attach\n\tments")

    def coded(text, how="utf-8"):
        return base64.b64encode(text.encode(how)).decode()

    return [
        ("subject", {"subject": f"See {link}"}),
        ("text", {"text": f"See {link}"}),
        ("html", {"html": f'<p><a href="{broken}">x</a></p>'}),
        ("to", {"to": [f'"{link}" <ana@b.example>']}),
        ("cc", {"cc": f'"{link}" <bo@b.example>'}),
        ("attachments[0].content", {"attachments": [{"content": coded(f"a;b\n{link};c")}]}),
        ("attachments[0].content", {"attachments": [{"content": coded(f"\ufeff{link}", "utf-16-le")}]}),
        ("attachments[1].filename", {"attachments": [{"content": ""}, {"content": "", "filename": f"x {link}"}]}),
        ("attachments[0].url", {"attachments": [{"url": f"https://files.example/take?from={link}"}]}),
    ]


@pytest.mark.parametrize("operation", ["messages.send", "drafts.create"])
async def test_every_part_of_a_message_is_looked_through(app, operation):
    for param, part in forms(app):
        given = {"to": "ana@b.example", "subject": "Files", "text": "See the files", **part}
        error = await app.refused(operation, account=app.inbox, **given)
        assert (error.kind, error.param) == ("invalid", param)
        assert "download link" in error.message
    assert (await app.call("messages.list", account=app.inbox))["count"] == 0


@pytest.mark.parametrize("part", ["&", "&#", "<"])
async def test_html_that_would_take_long_to_read_is_refused(app, part):
    """What is refused here in no time would take half a minute to read."""
    html = part * (1_000_000 // len(part))
    error = await app.refused("messages.send", account=app.inbox, to="ana@b.example", html=html)
    assert (error.kind, error.param) == ("invalid", "html")
    error = await app.refused("drafts.create", account=app.inbox, html=html)
    assert (error.kind, error.param) == ("invalid", "html")


@pytest.mark.parametrize("to", [["ana@b.example"] * 80_000, ["a@b.example," * 9_000]])
async def test_recipients_beyond_count_are_not_looked_at(app, to):
    error = await app.refused("messages.send", account=app.inbox, to=to, text="hello")
    assert (error.kind, error.param) == ("invalid", "to")
    assert "1000 entries and 100,000 characters" in error.message
