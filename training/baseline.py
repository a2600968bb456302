"""`python -m training.baseline`: what the classifier as it is now says of every source, learnt from or not."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from letterlock.core.trust.read import read
from training import attacks, ordinary
from training.measure import FALSE_ALARMS, found, percent, threshold
from training.sample import Sample

KINDS: Final = ("prompt_injection", "phishing", "spam", "credential_request")
ORDINARY: Final[dict[str, Callable[[], Iterator[Sample]]]] = {
    "llmail-benign": ordinary.llmail,
    "bipia-mail": ordinary.bipia,
    "templates": ordinary.templates,
    "replies": ordinary.replies,
    "mail-parser": ordinary.real,
    "keycloak": ordinary.keycloak,
    "easy-ham-2": lambda: ordinary.spamassassin("easy-ham-2"),
    "hard-ham-1": lambda: ordinary.spamassassin("hard-ham-1"),
    "spam-2": lambda: ordinary.spamassassin("spam-2"),
}
MODERN: Final = ("llmail-benign", "bipia-mail", "templates", "replies", "mail-parser", "keycloak")


def carriers() -> list[tuple[str, str]]:
    """Ordinary words that attacks are measured in; no model learns from them."""
    return [*ordinary.bipia_texts(), *ordinary.llmail_texts()]


def judged(sample: Sample) -> tuple[str, bool, dict[str, float]]:
    reading = read(sample.raw)
    if any(word.startswith("reading ended") for word in reading.message.exceeded):
        raise RuntimeError(f"{sample.source}: {reading.message.exceeded}")
    said = reading.classification
    return sample.source, sample.trigger, {kind: getattr(said, kind) for kind in KINDS}


def main() -> None:
    samples: list[Sample] = []
    for make in ORDINARY.values():
        samples += make()
    inside = carriers()
    for source in attacks.SOURCES:
        samples += attacks.attacks(source, inside)
    report(samples, int(sys.argv[1]) if len(sys.argv) > 1 else 1)


def report(samples: Iterable[Sample], processes: int) -> None:
    by_source: dict[str, list[dict[str, float]]] = defaultdict(list)
    explicit: dict[str, list[float]] = defaultdict(list)
    with ProcessPoolExecutor(processes) as pool:
        for source, trigger, said in pool.map(judged, samples, chunksize=50):
            by_source[source].append(said)
            if trigger:
                explicit[source].append(said["prompt_injection"])
    print("share at 0.5 or more\n| source | mails | " + " | ".join(KINDS) + " |")
    for source, said in by_source.items():
        shares = [percent(found([one[kind] for one in said], 0.5)) for kind in KINDS]
        print(f"| {source} | {len(said)} | " + " | ".join(shares) + " |")
    modern = [one["prompt_injection"] for source in MODERN for one in by_source.get(source, [])]
    for share in FALSE_ALARMS:
        at = threshold(modern, share)
        line = [f"{source} {percent(found([s['prompt_injection'] for s in by_source[source]], at))}"
                f" (explicit {percent(found(explicit[source], at))} of {len(explicit[source])})"
                for source in by_source if source in attacks.SOURCES]  # fmt: skip
        print(f"injection at {percent(share)} false alarms (>= {at:.3f}): " + "; ".join(line))


if __name__ == "__main__":
    main()
