"""The part on speed of `docs/benchmarks.md`: what is measured, how, and what came out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench import accept, calls, idle, listing, searching, waiting
from bench.document import machine


@dataclass(frozen=True, slots=True)
class Bound:
    """What a value must keep to."""

    words: str
    kept: Callable[[float], bool]


def at_most(limit: float) -> Bound:
    return Bound(f"at most {limit:g}", lambda value: value <= limit)


def at_least(limit: float) -> Bound:
    return Bound(f"at least {limit:g}", lambda value: value >= limit)


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal and what was measured of it."""

    about: str
    bound: Bound
    value: float
    shown: str
    unit: str

    @property
    def met(self) -> bool:
        return self.bound.kept(self.value)


def table(goals: Sequence[Goal]) -> str:
    """The goals as a Markdown table."""
    lines = ["| what | goal | measured | |", "|---|---|---|---|"]
    for goal in goals:
        verdict = "met" if goal.met else "**missed**"
        lines.append(f"| {goal.about} | {goal.bound.words} {goal.unit} | {goal.shown} | {verdict} |")
    return "\n".join(lines)


def growth(searched: Sequence[searching.Searched]) -> str:
    """How searching grows with the inbox, as a Markdown table."""
    lines = ["| messages | Letterlock | the bare query, best 20 | the bare query, newest 20 |", "|---|---|---|---|"]
    for found in searched:
        lines.append(f"| {found.messages:,} | {found.ours:.0f} µs | {found.ranked:.0f} µs | {found.newest:.0f} µs |")
    return "\n".join(lines)


def page(goals: Sequence[Goal], large: searching.Result) -> str:
    """All of that part."""
    return f"""## Speed

Written by `make bench`, which takes a few minutes and measures everything below anew. Each figure is a ratio
within one run on one machine, so that it means something on another one; absolute figures stand beside it in
brackets.

{table(goals)}

Machine of this run: {machine()}.

### How it is measured

**Tool calls.** CPU (user and system, of the server process and its children, from `/proc/PID/stat`) of
{calls.CALLS} calls a round, {calls.ROUNDS} rounds, over {calls.CONNECTIONS} kept connections of protocol
2026-07-28. The tool that does nothing runs on the bare `mcp` low-level server with the same uvicorn, h11 and
uvloop, without credentials, checks, logs, storage or the library's tracing, and answers `{{"ok": true}}`. The
rounds of the three tools take turns, and the figure is the median of the rounds' ratios. Letterlock's calls do
all they do in use: check the key and its maker's roles, check the scope, log, and write down, synced, what was
shown to whom before the answer leaves. The inbox holds {2 * calls.LISTED} messages of 5 to 20 KB. Clients
accept `application/json, text/event-stream`, as the official ones do; the second pair of rows is with
`application/json` alone.

**`tools/list`.** CPU as above of {listing.LISTS} requests a round on one kept connection, {listing.ROUNDS} rounds of
each server in turn after one to warm up. The plain server is the one with the tool that does nothing, given the
very tools that Letterlock lists, which it validates and serialises at each request, as the library does of itself.
Letterlock serialises a list once for each set of toolsets and each revision of the protocol.

**Waiting.** {waiting.CLIENTS} connections each wait at an inbox of their own. Of a core, CPU of the server as above in
{waiting.REST_SECONDS:g} s in which nothing arrives. Then mail comes to one inbox after the other: the time from the
commit that made it ready, written down by the server as it happens, until its client has read the whole answer.

**Searching.** One inbox of generated mail, 60 to 300 words each, whose words are as unevenly frequent as those of a
language. {searching.QUERIES} searches of one and two words, from those that stand in nearly every message to those
that stand in few, the quickest of {searching.REPEATS} runs each; the figure is the median of the searches' ratios.
Letterlock's search gives the newest {searching.SHOWN} messages with sender, subject and the beginning of their text.
The bare query asks FTS5 in the same file for the same words and gives numbers alone: the best {searching.SHOWN} by its
own rank, which the goal compares with, or the newest {searching.SHOWN}.

{growth(large.searched)}

**Pages far down.** {searching.SHOWN} entries behind nine tenths of the {searching.SIZES[-1]:,}, against the first.

**Accepting mail.** {accept.CONNECTIONS} connections from a client process deliver {accept.MESSAGES} distinct
messages of 5 to 20 KB a round, {accept.ROUNDS} rounds, each command waiting for its answer. Letterlock answers
250 after the message and its row are synced, and analyses what it accepted at the same time on the same
machine. The sink is aiosmtpd on uvloop with its `Sink` handler, which throws everything away. Each round
measures both.

**Idle server.** The sum of the proportional set sizes (`/proc/PID/smaps_rollup`) of the process and its
children, {idle.REST_SECONDS:g} s after it was ready, and the time from starting the process until `/readyz`,
which writes and reads the database and the blob store, answers 200; compared with `python -c "{idle.IMPORTS}"`.
Medians of {idle.STARTS} starts of each in turn, with byte code compiled and the data directory made.
"""
