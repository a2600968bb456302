"""The gate: each rule's outcome, the strictest wins, and nothing unknown reads as allow."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.address import Address
from letterlock.core.credential import Credential
from letterlock.core.errors import Invalid
from letterlock.core.policy import (
    RULES,
    Action,
    Decision,
    Policy,
    Provenance,
    Recipients,
    decide,
    read_policy,
    read_recipients,
)

ANA = Address("Ana", "example.com")
BOB = Address("bob", "sub.example.org")
KEY = Credential("key_1", "wsp_1", "test", frozenset({"mail:send"}))
HELD = Credential("key_2", "wsp_1", "held", frozenset({"mail:send"}), hold_every_send=True)


def send(*to: Address) -> Action:
    return Action("messages.send", "send", to or (ANA,))


def judge(
    action: Action, policy: Policy | None = None, key: Credential = KEY, seen: Provenance | None = None, **more
) -> Decision:
    return decide(action, key, policy or Policy(), seen or Provenance(), **more)


EXAMPLES: dict[str, tuple[Action, Policy, Credential, Provenance, str]] = {
    "unknown_effect": (Action("x", "sned"), Policy(), KEY, Provenance(), "deny"),  # type: ignore[arg-type]
    "unknown_policy": (send(), Policy(sends="alow"), KEY, Provenance(), "deny"),  # type: ignore[arg-type]
    "sends_blocked": (send(), Policy(sends="block"), KEY, Provenance(), "deny"),
    "blocked_recipient": (send(), read_policy({"blocked_recipients": ["ana@example.com"]}), KEY, Provenance(), "deny"),
    "unlisted_recipient": (send(), read_policy({"allowed_recipients": ["@example.org"]}), KEY, Provenance(), "deny"),
    "sends_approved": (send(), Policy(sends="approve"), KEY, Provenance(), "hold"),
    "hold_every_send": (send(), Policy(), HELD, Provenance(), "hold"),
    "provenance_unreadable": (send(), Policy(), KEY, Provenance(readable=False), "hold"),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_decides_its_example_and_is_missed_when_taken_out(rule) -> None:
    action, policy, key, seen, outcome = EXAMPLES[rule.name]
    decision = decide(action, key, policy, seen)
    without = decide(action, key, policy, seen, rules=[other for other in RULES if other is not rule])
    assert (decision.outcome, decision.rules) == (outcome, (rule.name,))
    assert decision.reasons
    assert without.outcome == "allow"


def test_every_rule_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(rule.name for rule in RULES)


@pytest.mark.parametrize("effect", ["read", "organise", "draft", "send", "manage"])
def test_without_a_policy_every_known_effect_is_allowed(effect) -> None:
    assert judge(Action("x", effect, (ANA,))) == Decision("allow")


@pytest.mark.parametrize("effect", ["read", "organise", "draft", "manage"])
def test_rules_about_sending_leave_other_effects_alone(effect) -> None:
    strict = Policy(sends="block", blocked=Recipients(addresses=frozenset({"ana@example.com"})))
    assert judge(Action("x", effect, (ANA,)), strict, HELD, Provenance(readable=False)).outcome == "allow"


@pytest.mark.parametrize("effect", ["", "SEND", "send ", None, "allow"])
def test_an_effect_that_is_not_known_is_denied(effect) -> None:
    assert judge(Action("x", effect)).outcome == "deny"


@pytest.mark.parametrize("sends", ["", "Allow", "allow ", None, True, "approved"])
def test_a_sending_policy_that_is_not_understood_is_denied(sends) -> None:
    assert judge(send(), Policy(sends=sends)).outcome == "deny"


def test_deny_wins_over_hold_and_only_its_reasons_are_given() -> None:
    decision = judge(send(), Policy(sends="block"), HELD)
    assert (decision.outcome, decision.rules) == ("deny", ("sends_blocked",))


def test_all_reasons_for_a_hold_are_given() -> None:
    assert judge(send(), Policy(sends="approve"), HELD).rules == ("sends_approved", "hold_every_send")


def test_one_blocked_recipient_among_many_denies_and_is_named() -> None:
    decision = judge(send(ANA, BOB), read_policy({"blocked_recipients": ["*.example.org"]}))
    assert decision.outcome == "deny"
    assert "bob@sub.example.org" in decision.reasons[0]
    assert "Ana" not in decision.reasons[0]


@pytest.mark.parametrize(
    "address",
    [
        Address("ANA", "example.com"),
        Address("ana+x", "example.com"),
        Address("ana", "EXAMPLE.com."),
        Address("ana", "example.com", "Bob <bob@ok.example>"),
    ],
)
def test_a_blocked_address_is_blocked_however_it_is_written(address) -> None:
    assert judge(send(address), read_policy({"blocked_recipients": ["Ana@Example.com"]})).outcome == "deny"


@pytest.mark.parametrize(
    "address",
    [Address("ana+x", "example.com"), Address("ana", "sub.example.com"), Address("ana", "example.com.evil.example")],
)
def test_an_allowed_address_lets_no_other_in(address) -> None:
    assert judge(send(address), read_policy({"allowed_recipients": ["ana@example.com"]})).outcome == "deny"


def test_an_empty_list_of_allowed_recipients_allows_nobody() -> None:
    assert judge(send(), read_policy({"allowed_recipients": []})).outcome == "deny"
    assert judge(send(), read_policy({"allowed_recipients": None})).outcome == "allow"


def test_domains_and_domain_trees_cover_what_they_say() -> None:
    domain, tree = read_recipients(["example.org"], "p"), read_recipients(["*.example.org"], "p")
    assert read_recipients(["@example.org"], "p") == domain
    assert BOB in tree
    assert BOB not in domain
    assert Address("x", "example.org") in tree
    assert Address("x", "example.org") in domain
    assert Address("x", "notexample.org") not in tree


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "*",
        "@",
        "a@",
        "*@example.org",
        "an*@example.org",
        "a b@example.org",
        "exam ple.org",
        "example..org",
        "-@",
        "a@b@",
        "x@*.org",
        "*.*.org",
        "é.org",
        7,
        None,
        "a" * 400,
    ],
)
def test_an_entry_that_is_no_address_or_domain_is_refused_by_place(entry) -> None:
    with pytest.raises(Invalid) as refusal:
        read_policy({"blocked_recipients": ["ok.example", entry]})
    assert refusal.value.param == "blocked_recipients[1]"


@pytest.mark.parametrize(
    "settings_",
    [{"sends": "alow"}, {"sends": True}, {"sends": None}, {"send": "allow"}, {"sends": ["allow"]}, [], "allow", None],
)
def test_a_policy_with_an_unknown_name_or_value_is_refused(settings_) -> None:
    with pytest.raises(Invalid):
        read_policy(settings_)


def test_recipient_lists_are_bounded_lists() -> None:
    for entries in ("example.org", {"a": 1}, ["example.org"] * 10_001):
        with pytest.raises(Invalid):
            read_recipients(entries, "blocked_recipients")


def test_a_rule_with_an_outcome_that_is_not_known_denies() -> None:
    from letterlock.core.policy import Rule

    odd = Rule("odd", "maybe", lambda case: True, "Odd.")  # type: ignore[arg-type]
    assert judge(send(), rules=[odd]).outcome == "deny"


def test_many_blocked_recipients_make_a_short_reason() -> None:
    many = [Address(f"user{number}", "example.org") for number in range(50)]
    reason = judge(send(*many), read_policy({"blocked_recipients": ["example.org"]})).reasons[0]
    assert "and 45 more" in reason


STRICTER = {"allow": 0, "hold": 1, "deny": 2}


@settings(max_examples=60)
@given(
    st.permutations(RULES),
    st.sampled_from(list(itertools.product(("allow", "approve", "block"), (True, False), (True, False)))),
)
def test_more_rules_never_make_a_decision_milder(rules, case) -> None:
    sends, hold, readable = case
    key = HELD if hold else KEY
    outcomes = [
        STRICTER[decide(send(), key, Policy(sends=sends), Provenance(readable), rules=rules[:count]).outcome]
        for count in range(len(rules) + 1)
    ]
    assert outcomes == sorted(outcomes)
