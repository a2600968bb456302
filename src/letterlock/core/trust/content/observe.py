"""All signs of one message, by name: what the weights of the model are put on, and what reasons are given of."""

from dataclasses import dataclass, field
from typing import Final

from letterlock.core.mime.message import Message
from letterlock.core.trust.content import places
from letterlock.core.trust.content.apart import set_apart
from letterlock.core.trust.content.asks import ASK_SIGNS, CODE, DISCUSSION
from letterlock.core.trust.content.decoded import decoded
from letterlock.core.trust.content.mention import used
from letterlock.core.trust.content.model import LENGTHS, Model
from letterlock.core.trust.content.structure import structure
from letterlock.core.trust.content.tokens import numbers, tokens
from letterlock.core.trust.content.urges import urging
from letterlock.core.trust.fraud_signs import CREDENTIAL_SIGNS, SPAM_SIGNS, URGENCY_SIGNS
from letterlock.core.trust.free_mail import is_free_mail
from letterlock.core.trust.injection_signs import INJECTION_SIGNS
from letterlock.core.trust.payment_signs import PAYMENT_SIGNS
from letterlock.core.trust.report import Content, Link
from letterlock.core.trust.sign import Folded, Sign, combine, find, fold

CLEAR: Final = 0.5
"""Signs that come to so much are clear instructions by themselves."""
CLEAR_WORDING: Final = 2.0
HIDDEN_INSTRUCTIONS: Final = 0.95
ALONE_ORDINARY: Final = 0.8
"""By so much the signs of requests for credentials are lowered: ordinary notices have one of them."""
_LOW, _HIGH = -3.0, 6.0
_MENTIONS: Final = 2
MENTIONED: Final = 0.15
APART: Final = "a question or task that has nothing to do with the mail"
URGING: Final = "heralds an order and claims that it counts above all else"
SPOKEN_OF: Final = "speaks of words to an assistant, and does not use them"

_ELSEWHERE: Final = frozenset({"replies go to free mail elsewhere", "replies go to another domain"})

Signs = dict[str, float]


@dataclass(frozen=True, slots=True)
class Stretch:
    """One text of the message: `place` is body, hidden, names, files, or the way in which it was encoded."""

    place: str
    folded: Folded
    words: list[int]
    held: tuple[Sign, ...] = ()
    """The plain signs of instructions in it."""

    @property
    def clear(self) -> bool:
        return combine(sign.weight for sign in self.held) >= CLEAR


@dataclass(frozen=True, slots=True)
class Observed:
    """What was seen: the texts, and the signs without those of wording, which take a model."""

    stretches: tuple[Stretch, ...]
    read: tuple[Stretch, ...]
    """The texts as they are read for instructions: without words that are only spoken of, and with preview lines."""
    injection: Signs
    fraud: Signs
    plain: Signs = field(default_factory=dict)
    """Signs of instructions, written by hand, that hold whatever was learnt: how far each goes towards certainty."""
    asked: Signs = field(default_factory=dict)
    """The same of requests for credentials; one alone is ordinary."""
    paid: Signs = field(default_factory=dict)
    """The same of requests for money in the name of somebody known; one from a company's own address is ordinary."""


def stretch(place: str, text: str) -> Stretch:
    return _read(place, fold(text))


def _read(place: str, folded: Folded) -> Stretch:
    return Stretch(place, folded, numbers(tokens(folded.text)), tuple(find(INJECTION_SIGNS, folded)))


def observe(message: Message, content: Content, links: tuple[Link, ...]) -> Observed:
    """Everything that is seen without the model."""
    text = f"{message.subject}\n{content.full_text or content.text}"
    others = {"hidden": places.hidden(content), "names": places.names(message), "files": places.file_texts(message)}
    texts = {"body": text, **{place: other for place, other in others.items() if other}}
    for way, meant in decoded("\n".join(texts.values())):
        texts[way] = meant
    stretches = tuple(stretch(place, one) for place, one in texts.items())
    body = stretches[0].folded
    fraud = {**structure(message, content, links, body), **_fraud(stretches)}
    read = (_as_used(stretches[0], places.previews(content)), *stretches[1:])
    spoken_of = {sign.name for sign in stretches[0].held} - {sign.name for sign in read[0].held}
    injection = _injection(read, body)
    plain = _plain(read) | _by_structure(injection) | ({SPOKEN_OF: MENTIONED} if spoken_of else {})
    return Observed(stretches, read, injection, fraud, plain, _asked(body), _paid(message, body, fraud))


def _as_used(body: Stretch, previews: str) -> Stretch:
    whole = fold(f"{body.folded.text}\n{previews}") if previews else body.folded
    folded = used(whole)
    return body if folded is body.folded else _read("body", folded)


def injection_signs(observed: Observed, model: Model) -> Signs:
    """The signs of instructions to an assistant, the wording among them."""
    table = model.tables["injection"]
    signs = dict(observed.injection)
    best = [_LOW] * len(LENGTHS)
    for one in observed.read:
        strongest = table.strongest(one.words)
        best = [max(pair) for pair in zip(best, strongest, strict=True)]
        if one.place != "body" and (strongest[1] >= CLEAR_WORDING or one.clear):
            signs[_PLACES.get(one.place, "instructions written so that they have to be decoded")] = 1.0
    for length, value in zip(LENGTHS, best, strict=True):
        signs[f"{length} words in a row read like words to an assistant"] = _bounded(value)
    signs["all of it reads like words to an assistant"] = _bounded(
        model.tables["prompts"].whole(observed.read[0].words)
    )
    return signs


def fraud_signs(kind: str, observed: Observed, model: Model) -> Signs:
    """The signs of spam, phishing or a request for credentials, the wording among them."""
    signs = dict(observed.fraud)
    body = observed.stretches[0].words
    if kind == "credential_request":
        values = model.tables[kind].strongest(body)
        for length, value in zip(LENGTHS, values, strict=True):
            signs[f"{length} words in a row read like a request for secrets"] = _bounded(value)
        return signs
    signs[f"worded like {kind}"] = _bounded(model.tables[kind].whole(body))
    return signs


_PLACES: Final = {
    "hidden": "instructions in hidden text",
    "names": "instructions in the name of a file",
    "files": "instructions within a file",
}


def _bounded(value: float) -> float:
    """0 where wording says nothing or the contrary, up to 9."""
    return min(max(value, _LOW), _HIGH) - _LOW


def _plain(stretches: tuple[Stretch, ...]) -> Signs:
    signs: Signs = {}
    for one in stretches:
        held = {sign.name: sign.weight for sign in one.held}
        clear = one.clear
        if one.place == "hidden" and clear:
            signs[_PLACES["hidden"]] = HIDDEN_INSTRUCTIONS
        if one.place == "body" or clear:
            signs.update(held)
    return signs


def _by_structure(injection: Signs) -> Signs:
    """Signs without wording of their own, as far as each goes by itself."""
    signs: Signs = {}
    if URGING in injection:
        signs[URGING] = 0.25 + 0.4 * injection[URGING]
    if APART in injection:
        signs[APART] = 0.2 * injection[APART]
    return signs


def _asked(body: Folded) -> Signs:
    return {sign.name: ALONE_ORDINARY * sign.weight for sign in find(CREDENTIAL_SIGNS, body)}


def _paid(message: Message, body: Folded, fraud: Signs) -> Signs:
    found = {sign.name: sign.weight for sign in find(PAYMENT_SIGNS, body)}
    from_anywhere = any(is_free_mail(sender.domain) for sender in message.from_[:1])
    elsewhere = not _ELSEWHERE.isdisjoint(fraud)
    return found if len(found) + (from_anywhere or elsewhere) >= _MENTIONS else {}


def _injection(stretches: tuple[Stretch, ...], body: Folded) -> Signs:
    signs: Signs = {}
    for one in stretches:
        for sign in (*one.held, *find(ASK_SIGNS, one.folded)):
            signs[sign.name] = 1.0
        if one.place not in _PLACES and one.place != "body":
            signs[f"encoded text: {one.place}"] = 1.0
    asks = sum(sign.name in signs for sign in ASK_SIGNS)
    body_read = stretches[0].folded.text
    signs |= {name: far for name, far in ((APART, set_apart(body_read)), (URGING, urging(body_read))) if far}
    if asks >= 2:
        signs["several such signs"] = min(asks - 1, 5) / 5
    for excuse in (DISCUSSION, CODE):
        if body.has_any(excuse.keys) and len(set(excuse.pattern.findall(body.text))) >= _MENTIONS:
            signs[excuse.name] = 1.0
    return signs


def _fraud(stretches: tuple[Stretch, ...]) -> Signs:
    signs: Signs = {}
    body = stretches[0].folded
    for group in (CREDENTIAL_SIGNS, URGENCY_SIGNS, SPAM_SIGNS, PAYMENT_SIGNS):
        signs |= dict.fromkeys((sign.name for sign in find(group, body)), 1.0)
    asked = any(sign.name in signs for sign in CREDENTIAL_SIGNS)
    if asked and any(sign.name in signs for sign in URGENCY_SIGNS):
        signs["asks for credentials and presses for time"] = 1.0
    return signs
