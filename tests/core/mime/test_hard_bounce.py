"""Only refusals that mean the address is not there end mail to it."""

import pytest

from letterlock.core.mime.hard_bounce import is_hard, status_of
from letterlock.core.mime.relay_ids import relay_ids


@pytest.mark.parametrize(
    "reply",
    [
        "550 5.1.1 No such user",
        "550-5.1.1 The email account that you tried to reach does not exist.",
        "550 5.1.1 <x@b.example>: Recipient address rejected: User unknown in virtual mailbox table",
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        "556 5.1.10 b.example takes no mail",
        "550 5.1.2 There is no domain b.example",
        "550 5.2.1 The email account that you tried to reach is disabled",
        "550 No such user here",
        "550 5.0.0 User unknown",
        "550 5.4.1 Recipient address rejected: Access denied. [x.prod.outlook.com]",
    ],
)
def test_an_address_that_is_not_there(reply):
    assert is_hard(status_of(reply), reply)


@pytest.mark.parametrize(
    "reply",
    [
        "552 5.2.2 The email account that you tried to reach is over quota",
        "550 5.7.1 Message rejected as spam",
        "550 5.7.26 Unauthenticated mail is prohibited by the domain's DMARC policy",
        "554 5.7.1 <x@b.example>: Relay access denied",
        "550 5.1.1 Blocked by our policy",
        "550 5.1.8 Bad sender's address",
        "552 5.3.4 Message too large",
        "450 4.1.1 User unknown",
        "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
        "550 Message contains a virus",
        "550 5.1.1 <agent@a.example>: Sender address rejected: User unknown in local recipient table",
        "550 5.1.1 Verification failed for <agent@a.example> 550 5.1.1 No such user Sender verify failed",
        "550 5.1.1 Callout verification failed: 550 No such mailbox",
        "550 rejected",
        "Gave up after 5 days. 451 4.3.0 Later",
        "554 5.4.6 Mail for b.example would come back to us",
        "",
    ],
)
def test_what_is_about_the_message_or_the_moment(reply):
    assert not is_hard(status_of(reply), reply)


def test_the_ids_relays_give_are_read_out_of_their_answer():
    ses = "0100018f2a3b4c5d-1a2b3c4d-0123-4567-89ab-0123456789ab-000000"
    assert relay_ids(f"250 Ok {ses}", "email-smtp.us-east-1.amazonaws.com") == (f"{ses}@email.amazonses.com",)
    assert relay_ids(f"250 Ok {ses}", "email-smtp.eu-west-1.amazonaws.com") == (f"{ses}@eu-west-1.amazonses.com",)
    assert relay_ids("250 2.0.0 OK: queued as <2026.17@smtp-relay.mail.example>", "smtp") == (
        "2026.17@smtp-relay.mail.example",
    )
    for reply in ("250 2.0.0 Ok: queued as 4F1xyz", "250 OK", "", "250 <no at>"):
        assert relay_ids(reply, "relay.example") == ()
