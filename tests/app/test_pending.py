"""What is here and not analysed yet is counted for people; to agents mail that is not judged is not there."""

from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope

RAW = b"From: Ana <ana@b.example>\r\nSubject: One\r\n\r\nHello.\r\n"


async def test_what_is_not_analysed_yet_is_counted_for_people_alone(app):
    envelope = Envelope(mail_from="ana@b.example", received_at=app.ports.clock.now(), client_ip="192.0.2.1")
    counted = {"inbox_id": app.inbox, "pending": 0, "more": False}
    assert await app.manage("messages.pending", account=app.inbox) == counted
    await app.acceptor.accept(envelope, [parse_address(app.inbox)], RAW)
    assert await app.manage("messages.pending", account=app.inbox) == {**counted, "pending": 1}
    assert (await app.refused("messages.pending", account=app.inbox)).kind == "forbidden"
    await app.analyse()
    assert await app.manage("messages.pending", account=app.inbox) == counted
