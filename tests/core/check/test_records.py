"""What a domain publishes beside what it should: each record right, wrong, missing, and not to be had."""

import pytest

from letterlock.core.check.records import check_records, proves
from letterlock.core.trust.question import Answer, Missing

RSA, ED = "v=DKIM1; k=rsa; p=MIIBAAA", "v=DKIM1; k=ed25519; p=AAAA"
KEYS = {"r1": RSA, "e1": ED}
HOST = "mail.agents.example"
ADDRESS = "93.184.215.14"
RIGHT = {
    ("MX", "agents.example"): "10 mail.agents.example",
    ("TXT", "agents.example"): "v=spf1 mx -all",
    ("A", HOST): ADDRESS,
    ("PTR", "14.215.184.93.in-addr.arpa"): "mail.agents.example.",
    ("TXT", "r1._domainkey.agents.example"): RSA,
    ("TXT", "e1._domainkey.agents.example"): ED,
    ("TXT", "_dmarc.agents.example"): "v=DMARC1; p=reject",
    ("TXT", HOST): "v=spf1 a -all",
}


def check(change=None, *, relay="", keys=KEYS, domain="agents.example"):
    """The lines by what they are about, once every question is answered."""
    zone = {**RIGHT, **(change or {})}
    answers = {}
    for _ in range(9):
        found = check_records(domain, keys, HOST, answers, relay=relay)
        if not isinstance(found, Missing):
            assert len({one.what for one in found}) == len(found)
            return {one.what: one for one in found}
        for question in found.questions:
            value = zone.get((question.type, question.name))
            if isinstance(value, Answer):
                answers[question] = value
            else:
                values = (value,) if isinstance(value, str) else tuple(value or ())
                answers[question] = Answer("ok", values) if values else Answer("nodata")
    raise AssertionError("questions without end")


def test_all_is_well_when_all_is_published():
    found = check()
    assert {one.status for one in found.values()} == {"ok"}
    assert list(found) == [
        "MX of agents.example",
        f"address of {HOST}",
        f"name of {ADDRESS}",
        "SPF of agents.example",
        "DKIM key r1._domainkey.agents.example",
        "DKIM key e1._domainkey.agents.example",
        "DMARC of agents.example",
        f"SPF of {HOST}",
    ]
    assert proves(list(found.values()))


CASES = [
    ("MX", None, "MX of agents.example", "fault", "publish: agents.example. IN MX 10 mail.agents.example."),
    ("MX", "0 .", "MX of agents.example", "fault", "publish:"),
    ("MX", "10 route1.mx.example", "MX of agents.example", "warning", "docs/receiving.md"),
    ("TXT", None, "SPF of agents.example", "fault", 'publish: agents.example. IN TXT "v=spf1 mx -all"'),
    ("TXT", ["v=spf1 mx -all", "v=spf1 a -all"], "SPF of agents.example", "fault", "publish:"),
    ("TXT", "v=spf1 -all", "SPF of agents.example", "fault", "publish:"),
    ("TXT", "v=spf1 ip4:x -all", "SPF of agents.example", "fault", "publish:"),
    ("TXT", "v=spf1 include:other.example -all", "SPF of agents.example", "fault", "publish:"),
    (("A", HOST), None, f"address of {HOST}", "fault", "publish an A or AAAA record"),
    (("A", HOST), "10.0.0.1", f"address of {HOST}", "warning", "the address the internet sees"),
    (("PTR", "14.215.184.93.in-addr.arpa"), None, f"name of {ADDRESS}", "warning", "PTR"),
    (("PTR", "14.215.184.93.in-addr.arpa"), "host-14.example.", f"name of {ADDRESS}", "warning", "PTR"),
    (("TXT", "r1._domainkey.agents.example"), None, "DKIM key r1._domainkey.agents.example", "fault", "publish: r1._domainkey"),
    (("TXT", "e1._domainkey.agents.example"), "v=DKIM1; k=ed25519; p=BBBB", "DKIM key e1._domainkey.agents.example", "fault", "p=AAAA"),
    (("TXT", "e1._domainkey.agents.example"), [ED, ED], "DKIM key e1._domainkey.agents.example", "fault", "publish:"),
    (("TXT", "e1._domainkey.agents.example"), "garbage", "DKIM key e1._domainkey.agents.example", "fault", "publish:"),
    (("TXT", "_dmarc.agents.example"), None, "DMARC of agents.example", "fault", 'publish: _dmarc.agents.example. IN TXT "v=DMARC1; p=reject"'),
    (("TXT", "_dmarc.agents.example"), "v=DMARC1; p=none", "DMARC of agents.example", "warning", "p=reject"),
    (("TXT", "_dmarc.agents.example"), ["v=DMARC1; p=reject"] * 2, "DMARC of agents.example", "fault", "publish:"),
    (("TXT", HOST), None, f"SPF of {HOST}", "warning", f'publish: {HOST}. IN TXT "v=spf1 a -all"'),
    (("TXT", HOST), "v=spf1 -all", f"SPF of {HOST}", "warning", "publish:"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "value", "what", "status", "advice"), CASES)
def test_what_is_wrong_is_told_with_what_to_do(question, value, what, status, advice):
    key = (question, "agents.example") if isinstance(question, str) else question
    one = check({key: value})[what]
    assert one.status == status
    assert advice in one.advice


@pytest.mark.parametrize("key", RIGHT, ids=str)
def test_where_dns_does_not_answer_nothing_is_called_wrong(key):
    found = check({key: Answer("temperror")})
    assert not [one for one in found.values() if one.status == "fault"]
    assert [one for one in found.values() if one.status == "warning"]


def test_a_key_is_the_same_however_it_is_written():
    assert check({("TXT", "r1._domainkey.agents.example"): "k=rsa ; p= MIIB AAA ;"})[
        "DKIM key r1._domainkey.agents.example"
    ].status == "ok"  # fmt: skip


def test_with_a_relay_spf_is_for_its_operator_to_say():
    assert check(relay="relay.example")["SPF of agents.example"].status == "warning"
    one = check({("TXT", "agents.example"): "v=spf1 mx include:relay.example -all",
                 ("TXT", "relay.example"): "v=spf1 ip4:192.0.2.1 -all"}, relay="relay.example")  # fmt: skip
    assert one["SPF of agents.example"].status == "ok"


def test_a_domain_is_proved_by_keys_and_policy():
    for name in ("r1._domainkey.agents.example", "_dmarc.agents.example"):
        assert not proves(list(check({("TXT", name): None}).values()))
    assert proves(list(check({("MX", "agents.example"): None}).values()))


def test_a_name_of_this_machine_alone_is_not_looked_up():
    found = check_records("letterlock.localhost", KEYS, "mail.letterlock.localhost", {})
    assert [(one.status, "LETTERLOCK_DOMAIN" in one.advice) for one in found] == [("warning", True)]


def test_long_and_odd_records_are_cut_and_cleaned():
    one = check({("TXT", "agents.example"): "v=spf1 mx -all" + " x=\x1b[31m" * 99})["SPF of agents.example"]
    assert len(one.found) < 300
    assert "\x1b" not in one.found
