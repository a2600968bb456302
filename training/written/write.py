"""Mail out of the grammars: the same seed writes the same mail."""

import random
from collections.abc import Iterator, Sequence

from training.sample import Sample, mail
from training.written import fraud, injections_en, ordinary_en
from training.written import injections_tasks as tasks
from training.written.disguise import disguised
from training.written.dress import dressed, evil_address, evil_sender
from training.written.injections_other import OTHER as INJECTIONS
from training.written.injections_short import SHORT
from training.written.ordinary_other import OTHER as ORDINARY
from training.written.ordinary_talk import TALK, TALK_OTHER, TALK_WORDS
from training.written.spin import spin
from training.written.words import Filling


def ordinary(count: int, seed: str) -> Iterator[Sample]:
    """Ordinary modern mail: two in three English, plain or dressed as HTML."""
    chance = random.Random(f"ordinary {seed}")
    for number in range(count):
        filling = Filling(chance)
        subject, text = ordinary_words(filling, chance)
        yield Sample("written ordinary", "ordinary", dressed(subject, text, filling, chance, number))


def ordinary_words(filling: Filling, chance: random.Random) -> tuple[str, str]:
    """Subject and text of one ordinary mail."""
    return _talk_words(filling, chance) if chance.random() < 0.35 else _plain_words(filling, chance)


def _talk_words(filling: Filling, chance: random.Random) -> tuple[str, str]:
    """Of mail that is easily taken for an attack."""
    words = {**filling.words, **TALK_WORDS}
    if chance.random() < 0.3:
        subject, lines = chance.choice(TALK_OTHER[chance.choice(list(TALK_OTHER))])
        taken = [line for line in lines if chance.random() < 0.75] or list(lines[:2])
        return spin(subject, words, chance), "\n\n".join(spin(line, words, chance) for line in taken)
    _, subject, bodies = chance.choice(TALK)
    taken = chance.sample(bodies, min(len(bodies), chance.randint(2, 6)))
    if chance.random() < 0.3:
        taken.insert(chance.randint(0, len(taken)), chance.choice(chance.choice(ordinary_en.FORMS)[2]))
    parts = [chance.choice(ordinary_en.GREETING), *taken, chance.choice(ordinary_en.CLOSING)]
    return spin(subject, words, chance), "\n\n".join(spin(part, words, chance) for part in parts if part)


def _plain_words(filling: Filling, chance: random.Random) -> tuple[str, str]:
    if chance.random() < 0.35:
        forms = ORDINARY[chance.choice(list(ORDINARY))]
        subject, lines = chance.choice(forms)
        taken = [line for line in lines if chance.random() < 0.75] or list(lines[:1])
        return spin(subject, filling.words, chance), "\n\n".join(spin(line, filling.words, chance) for line in taken)
    kind, subject, bodies = chance.choice(ordinary_en.FORMS)
    taken = chance.sample(bodies, min(len(bodies), chance.randint(1, 5)))
    parts = [chance.choice(ordinary_en.GREETING), *taken, chance.choice(ordinary_en.CLOSING)]
    if kind in ("AI news", "security news", "newsletter"):
        taken = chance.sample(bodies, min(len(bodies), chance.randint(3, 7)))
        parts = [*taken, chance.choice(ordinary_en.CLOSING[-3:])]
    return spin(subject, filling.words, chance), "\n\n".join(
        spin(part, filling.words, chance) for part in parts if part
    )


def injections(count: int, seed: str) -> Iterator[Sample]:
    """Attacks on an assistant: alone, in ordinary mail, in subjects, file names, calendars, quotes and files."""
    chance = random.Random(f"injections {seed}")
    for number in range(count):
        filling = Filling(chance)
        text = injection_text(filling, chance)
        passage = text
        if chance.random() < 0.12:
            text = disguised(text, chance)
        yield Sample(
            "written injections",
            "injection",
            _placed(text, filling, chance, number),
            (passage,) if text == passage else (),
        )


def injection_text(filling: Filling, chance: random.Random) -> str:
    """One attack in words."""
    if chance.random() < 0.5:
        return _quiet_text(filling, chance)
    if chance.random() < 0.3:
        acts, wraps = INJECTIONS[chance.choice(list(INJECTIONS))]
        return spin(chance.choice(wraps), {**filling.words, "act": acts}, chance)
    words = {
        **filling.words,
        "act": injections_en.ACTS,
        "task": injections_en.TASKS,
        "model": injections_en.MODELS,
        "rules": injections_en.RULES,
        "earlier": injections_en.EARLIER,
        "drop": injections_en.DROP,
    }
    if chance.random() < 0.25:
        return spin(chance.choice(injections_en.BARE), words, chance)
    text = spin(chance.choice(injections_en.WRAPS), words, chance)
    if chance.random() < 0.2:
        text = f"{text} {spin('{Then|After that|Also|Next},', words, chance)} {spin(chance.choice(injections_en.ACTS), words, chance)}."
    return text


def _quiet_text(filling: Filling, chance: random.Random) -> str:
    """An attack that mostly does without the words attacks are known by."""
    words = {
        **filling.words,
        **tasks.WORDS,
        **tasks.HERALD_WORDS,
        **tasks.MAILED_WORDS,
        "persona": tasks.PERSONAS,
    }
    sort = chance.random()
    if sort < 0.2:
        return spin(chance.choice(SHORT[chance.choice(list(SHORT))]), words, chance)
    if sort < 0.35:
        herald = spin(chance.choice(tasks.HERALDS), words, chance)
        return f"{herald} {spin(chance.choice(tasks.LEADS) + chance.choice(tasks.TASKS), words, chance)}"
    forms = chance.choice(
        (tasks.TASKS, tasks.TASKS, tasks.SHAPES, tasks.SHAPES, tasks.PROGRAMMING, tasks.PARTS, tasks.MAILED)
    )
    lead = chance.choice(tasks.LEADS) if forms in (tasks.TASKS, tasks.SHAPES) else ""
    return spin(lead + chance.choice(forms), words, chance)


def _placed(text: str, filling: Filling, chance: random.Random, number: int) -> bytes:
    subject, carrier = ordinary_words(filling, chance)
    place = chance.random()
    if place < 0.2:
        return dressed(subject, text, filling, chance, number)
    if place < 0.75:
        return dressed(subject, _among(text, carrier, chance), filling, chance, number)
    if place < 0.8:
        return dressed(text, carrier, filling, chance, number)
    if place < 0.85:
        quoted = "\n".join(f"> {line}" for line in f"{subject}\n{text}".splitlines())
        return dressed(f"Re: {subject}", f"{carrier}\n\n{filling.person} wrote:\n{quoted}", filling, chance, number)
    if place < 0.9:
        return dressed(subject, carrier, filling, chance, number, hidden=text)
    if place < 0.94:
        name = f"{' '.join(text.split())[:180]}.pdf"
        return mail(carrier, subject=subject, number=number, files=((name, "application/pdf", b"%PDF-1.4 "),))
    if place < 0.97:
        return mail(carrier, subject=subject, number=number, files=(("notes.txt", "text/plain", text.encode()),))
    return mail(carrier, subject=subject, number=number, files=(("invite.ics", "text/calendar", _event(text)),))


def _event(text: str) -> bytes:
    words = text.replace("\n", "\\n").replace(",", "\\,")
    return (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1@x.example\r\n"
        f"DTSTART:20260310T100000Z\r\nSUMMARY:Sync\r\nDESCRIPTION:{words}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    ).encode()


def _among(text: str, carrier: str, chance: random.Random) -> str:
    parts = carrier.split("\n\n")
    at = chance.randint(0, len(parts))
    return "\n\n".join([*parts[:at], text, *parts[at:]])


def phishing(count: int, seed: str) -> Iterator[Sample]:
    """Phishing in ten languages, with the senders and links that go with it."""
    chance = random.Random(f"phishing {seed}")
    for number in range(count):
        yield _fraud("phishing", fraud.PHISHING, chance, number)


def spam(count: int, seed: str) -> Iterator[Sample]:
    """Unwanted offers of today."""
    chance = random.Random(f"spam {seed}")
    for number in range(count):
        yield _fraud("spam", fraud.SPAM, chance, number)


def credentials(count: int, seed: str) -> Iterator[Sample]:
    """Requests for passwords, codes and card numbers, alone or among ordinary words."""
    chance = random.Random(f"credentials {seed}")
    for number in range(count):
        filling = Filling(chance)
        words = {**filling.words, "bad": (evil_address(filling, chance),)}
        text = spin(chance.choice(fraud.CREDENTIALS), words, chance)
        passage = text
        subject, carrier = ordinary_words(filling, chance)
        if chance.random() < 0.5:
            text = _among(text, carrier, chance)
        raw = dressed(subject, text, filling, chance, number)
        yield Sample("written credentials", "credential", raw, (passage,))


def _fraud(kind: str, forms: Sequence[tuple[str, tuple[str, ...]]], chance: random.Random, number: int) -> Sample:
    filling = Filling(chance)
    brand = chance.choice(fraud.BRAND)
    words = {
        **filling.words,
        "brand": (brand,),
        "bad": (evil_address(filling, chance),),
        "address": ("kim@inbox.example",),
    }
    subject, lines = chance.choice(forms)
    taken = [line for line in lines if chance.random() < 0.8] or list(lines)
    text = "\n\n".join(spin(line, words, chance) for line in taken)
    sender = evil_sender(brand if kind == "phishing" else filling.person, filling, chance)
    raw = dressed(spin(subject, words, chance), text, filling, chance, number, sender=sender, shown=brand)
    return Sample(f"written {kind}", kind, raw)


def carrier(number: int) -> tuple[str, str]:
    """Subject and text of one ordinary mail, to put an attack into."""
    chance = random.Random(f"carrier {number}")
    return ordinary_words(Filling(chance), chance)
