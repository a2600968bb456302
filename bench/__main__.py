"""`python -m bench`: measures everything, prints a table and writes its part of docs/benchmarks.md."""

import sys

from bench import accept, calls, idle, listing, searching, waiting
from bench.document import renew
from bench.page import Goal, at_least, at_most, page, table


def main() -> int:
    """0 when every goal is met."""
    goals: list[Goal] = []
    print("starting and resting …", flush=True)
    resting = idle.measure()
    print("tool calls …", flush=True)
    streams = calls.measure()
    json = calls.measure("application/json")
    print("listing tools …", flush=True)
    listed = listing.measure()
    print("waiting for mail …", flush=True)
    waited = waiting.measure()
    print("searching and turning pages …", flush=True)
    large = searching.measure()
    print("accepting mail …", flush=True)
    accepted = accept.measure()
    for accepts, found in (("", streams), (", JSON alone accepted", json)):
        for name, about in (("list_messages", "`list_messages` of 20"), ("get_message", "`get_message`")):
            shown = f"{found.ratio[name]:.2f} × ({found.cpu[name]:.0f} µs to {found.cpu['nothing']:.0f} µs of CPU)"
            goals.append(Goal(f"{about}{accepts}", at_most(3), found.ratio[name], shown, "of a tool that does nothing"))
    shown = f"{listed.ratio:.2f} × ({listed.ours:.0f} µs to {listed.plain:.0f} µs of CPU)"
    goals.append(Goal("`tools/list`", at_most(0.3), listed.ratio, shown, "of the same tools on a plain server"))
    clients = f"{waiting.CLIENTS} clients in `wait_for_message`"
    shown = f"{waited.cores:.2f} % ({waited.alone:.2f} % without them)"
    goals.append(Goal(f"{clients}, nothing arriving", at_most(1), waited.cores, shown, "% of a core"))
    shown = f"{waited.slowest:.1f} ms (median {waited.median:.1f} ms)"
    goals.append(Goal(f"{clients}, from commit to answer", at_most(50), waited.slowest, shown, "ms, the slowest"))
    for found in large.searched:
        shown = f"{found.ratio:.2f} × ({found.ours:.0f} µs to {found.ranked:.0f} µs)"
        goals.append(
            Goal(f"Search in {found.messages:,} messages", at_most(3), found.ratio, shown, "of the bare query")
        )
    for turned in large.turned:
        shown = f"{turned.ratio:.2f} × ({turned.far:.0f} µs to {turned.first:.0f} µs)"
        goals.append(Goal(f"A page far down: {turned.about}", at_most(1.5), turned.ratio, shown, "of the first page"))
    rates = f"{accepted.ratio:.2f} × ({accepted.rate['letterlock']:.0f} to {accepted.rate['sink']:.0f} messages/s)"
    goals.append(Goal("Accepting mail durably", at_least(0.5), accepted.ratio, rates, "of a sink's rate"))
    memory = f"{resting.megabytes:.0f} MB in {resting.processes} process(es)"
    goals.append(Goal("Memory of the idle server", at_most(170), resting.megabytes, memory, "MB of PSS"))
    times = f"{resting.ratio:.2f} × ({resting.ready_seconds:.2f} s to {resting.import_seconds:.2f} s)"
    goals.append(Goal("Start until ready", at_most(2.5), resting.ratio, times, "of the imports alone"))
    print(table(goals))
    renew("speed", page(goals, large))
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
