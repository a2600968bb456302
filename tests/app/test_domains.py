"""The records to publish for a domain, and that what we sign verifies against them."""

import dkim

from letterlock.core.errors import NotFound


async def test_published_records_verify_what_is_sent(app):
    shown = await app.manage("domains.show")
    assert shown["domain"] == "agents.example"
    records = {record["name"]: record["value"] for record in shown["records"] if record["type"] == "TXT"}
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", subject="Grüße", text="Hello")
    await app.deliver(sent["message_id"])
    raw = app.outbox.sent[-1][0]

    def answer(name, timeout=5):
        return records[name.decode().rstrip(".")].encode()

    assert raw.lower().count(b"dkim-signature:") == 2
    assert dkim.DKIM(raw).verify(idx=0, dnsfunc=answer)
    assert dkim.DKIM(raw).verify(idx=1, dnsfunc=answer)


async def test_a_domain_of_nobody_or_of_others_is_not_found(app):
    caller = await app.person()
    for name in ("other.example", "example"):
        try:
            await app.gate.invoke(caller, "domains.show", {"domain": name})
        except NotFound as error:
            assert error.param == "domain"
        else:
            raise AssertionError(name)
