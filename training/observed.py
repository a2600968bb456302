"""Samples as the model sees them: read as the server reads mail, observed, and kept so that training can be repeated."""

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from letterlock.core.trust.content.observe import Observed, observe, stretch
from letterlock.core.trust.read import read
from training import attacks, ordinary
from training.sample import Sample, numbered
from training.written import write


@dataclass(frozen=True, slots=True)
class Seen:
    """`passages` are the words of the attack alone."""

    source: str
    kind: str
    trigger: bool
    observed: Observed
    passages: tuple[list[int], ...]


def see(sample: Sample) -> Seen:
    reading = read(sample.raw)
    if any(word.startswith("reading ended") for word in reading.message.exceeded):
        raise RuntimeError(f"{sample.source}: {reading.message.exceeded}")
    observed = observe(reading.message, reading.content, reading.links)
    return Seen(
        sample.source,
        sample.kind,
        sample.trigger,
        observed,
        tuple(stretch("body", passage).words for passage in sample.passages),
    )


def learnt_from() -> Iterator[Sample]:
    """What the model learns from: public attacks in written and old mail, and all that is written."""
    carriers = [write.carrier(number) for number in range(400)]
    for source in attacks.SOURCES:
        yield from attacks.attacks(source, carriers)
    yield from write.injections(4800, "learn")
    yield from write.ordinary(6000, "learn")
    yield from write.phishing(1200, "learn")
    yield from write.spam(700, "learn")
    yield from write.credentials(700, "learn")
    yield from ordinary.keycloak()
    yield from ordinary.spamassassin("easy-ham-1")
    yield from islice(ordinary.spamassassin("hard-ham-1"), 0, None, 2)
    yield from ordinary.spamassassin("spam-1")


def measured_with() -> Iterator[Sample]:
    """What figures are of: ordinary mail no model learns from, and the public attacks within it."""
    yield from ordinary.llmail()
    yield from ordinary.bipia()
    yield from ordinary.templates()
    yield from ordinary.replies()
    yield from ordinary.real()
    yield from ordinary.spamassassin("easy-ham-2")
    yield from islice(ordinary.spamassassin("hard-ham-1"), 1, None, 2)
    yield from ordinary.spamassassin("spam-2")
    yield from islice(ordinary.phishing_pot(), 0, None, 2)
    carriers = [*ordinary.bipia_texts(), *ordinary.llmail_texts()]
    for source in attacks.SOURCES:
        yield from attacks.attacks(source, carriers)


def all_seen(make: Callable[[], Iterator[Sample]], kept: Path, processes: int) -> list[Seen]:
    """Each sample seen, from `kept` where it is of the same samples and the same code."""
    samples = numbered(make())
    name = hashlib.sha256(
        b"".join(hashlib.sha256(sample.raw + repr(sample.passages).encode()).digest() for sample in samples) + _code()
    ).hexdigest()
    path = kept / f"{make.__name__}-{name[:16]}.pickle"
    if path.exists():
        return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]
    with ProcessPoolExecutor(processes) as pool:
        seen = list(pool.map(see, samples, chunksize=100))
    kept.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(seen))
    return seen


def _code() -> bytes:
    from letterlock.core import trust

    folder = Path(trust.__file__).parent
    names: Sequence[Path] = sorted([*(folder / "content").glob("*.py"), *folder.glob("*_signs.py"), folder / "sign.py"])
    return hashlib.sha256(b"".join(path.read_bytes() for path in names)).digest()
