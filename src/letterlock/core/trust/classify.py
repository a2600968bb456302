"""What a message tries to do: four probabilities from plain, named signs. They may lower a level, never raise one."""

import re

from letterlock.core.mime.message import Message
from letterlock.core.trust.domains import registrable_domain
from letterlock.core.trust.fraud_signs import BRANDS, CREDENTIAL_SIGNS, SPAM_SIGNS, URGENCY_SIGNS
from letterlock.core.trust.injection_signs import INJECTION_SIGNS
from letterlock.core.trust.report import Classification, Content, HiddenSegment, Link
from letterlock.core.trust.sign import Folded, combine, find, fold

INSTRUCTING = 0.5
"""From here on a text counts as one that instructs an assistant."""
HIDDEN_INSTRUCTIONS = 0.95
MAX_HIDDEN_READ = 40_000
MAX_SIGNS = 20

_FLAGGED_LINK = 0.4
_BRAND = 0.45
_CREDENTIAL_WITH_BAIT = 0.55


def classify(message: Message, content: Content, links: tuple[Link, ...]) -> Classification:
    """Read a message for injection, phishing, requests for credentials, and spam. Each is 0 to 1."""
    signs: list[str] = []
    folded = fold(f"{message.subject}\n{content.full_text or content.text}")
    injection = _injection(message, content, folded, signs)
    asked = find(CREDENTIAL_SIGNS, folded)
    credential = combine(s.weight for s in asked)
    signs += [s.name for s in asked]
    phishing = _phishing(message, links, credential, folded, signs)
    spam = _spam(message, content, folded, signs)
    return Classification(
        spam=spam,
        phishing=phishing,
        prompt_injection=injection,
        credential_request=credential,
        signs=tuple(dict.fromkeys(signs))[:MAX_SIGNS],
    )


def injection_in(text: str) -> tuple[float, list[str]]:
    """How likely a text instructs an assistant, and by which signs."""
    found = find(INJECTION_SIGNS, fold(text))
    return combine(s.weight for s in found), [s.name for s in found]


def instructs(segment: HiddenSegment) -> bool:
    """Whether a hidden text gives instructions to an assistant."""
    return injection_in(segment.text)[0] >= INSTRUCTING


def _injection(message: Message, content: Content, folded: Folded, signs: list[str]) -> float:
    found = find(INJECTION_SIGNS, folded)
    weights = [s.weight for s in found]
    signs += [s.name for s in found]
    hidden = " \n".join(segment.text[:MAX_HIDDEN_READ] for segment in content.hidden)
    if hidden:
        probability, names = injection_in(hidden)
        if probability >= INSTRUCTING:
            weights.append(HIDDEN_INSTRUCTIONS)
            signs.append("hidden text gives instructions to an assistant")
            signs += names
    names_of_files = " \n".join(a.filename for a in message.attachments[:50] if a.filename)
    if names_of_files:
        probability, names = injection_in(names_of_files)
        if probability >= INSTRUCTING:
            weights.append(probability)
            signs += names
    return combine(weights)


def _phishing(message: Message, links: tuple[Link, ...], credential: float, folded: Folded, signs: list[str]) -> float:
    """A request for credentials alone is ordinary; with a false link, a borrowed name or pressure it is not."""
    weights: list[float] = []
    flagged = [link for link in links if any(flag != "shortened address" for flag in link.flags)]
    if flagged:
        weights.append(_FLAGGED_LINK)
        signs.append("a link does not lead where it says")
    brand = borrowed_brand(message)
    if brand:
        weights.append(_BRAND)
        signs.append(f"the sender's name says {brand}, the address does not")
    if credential:
        weights.append(_CREDENTIAL_WITH_BAIT * credential if weights else 0.2 * credential)
    if weights:
        urgent = find(URGENCY_SIGNS, folded)
        weights += [s.weight for s in urgent]
        signs += [s.name for s in urgent]
    return combine(weights)


def borrowed_brand(message: Message) -> str:
    """The brand a display name claims although the address is of another organisation; "" where none is."""
    if len(message.from_) != 1:
        return ""
    sender = message.from_[0]
    name = fold(sender.name).text
    if not name:
        return ""
    organisation = registrable_domain(sender.domain)
    for brand, domains in BRANDS.items():
        if brand in name and re.search(rf"(?<![a-z0-9]){brand}(?![a-z0-9])", name) and organisation not in domains:
            label = organisation.partition(".")[0]
            starts = name.startswith(brand) and not name.startswith(f"{brand} via")
            if starts and label != brand and " via " not in name:
                return brand
    return ""


def _spam(message: Message, content: Content, folded: Folded, signs: list[str]) -> float:
    found = find(SPAM_SIGNS, folded)
    weights = [s.weight for s in found]
    signs += [s.name for s in found]
    letters = [c for c in message.subject if c.isalpha()]
    if len(letters) >= 12 and all(c.isupper() for c in letters):
        weights.append(0.25)
        signs.append("subject in capitals")
    if message.subject.count("!") + message.subject.count("$") >= 3:
        weights.append(0.25)
        signs.append("subject shouts")
    if weights and any(s.length > 400 and not s.benign for s in content.hidden):
        weights.append(0.3)
        signs.append("much hidden text")
    return combine(weights)
