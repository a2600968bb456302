"""Check the set-up: published DNS records, ways in, the way out, the web, and storage."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal

from typing_extensions import TypedDict

from letterlock.app.check.services import disk, way_out, ways_in, web
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.core.check.finding import Finding
from letterlock.core.check.records import check_records, proves
from letterlock.core.trust.question import TEMPERROR, Answer, Missing, Question, RecordType
from letterlock.ports.records import Domain
from letterlock.ports.store import Unit

log = logging.getLogger("letterlock.check")

_ROUNDS = 16
_SECONDS = 10.0
"""Of DNS for one round of questions."""


class CheckServer(Params):
    """Nothing to say."""


class CheckLine(TypedDict):
    area: Literal["dns", "mail in", "mail out", "web", "storage"]
    what: str
    status: Literal["ok", "warning", "fault"]
    found: str
    advice: str
    """What to do; empty when nothing."""


class CheckView(TypedDict):
    ok: bool
    """There is no fault; there may be warnings."""
    faults: int
    warnings: int
    lines: list[CheckLine]


async def run(context: Context, _: CheckServer) -> Mapping[str, Any]:
    hosted = await context.read(lambda unit: _hosted(unit, context.workspace_id))
    host, probe, now = context.settings.mail_host, context.ports.probe, context.now
    answers: dict[Question, Answer] = {}
    findings: list[Finding] = []
    verified: list[Domain] = []
    for domain, keys in hosted:
        found = await _records(context, domain.name, keys, answers)
        findings += found
        if context.ports.resolver is not None and domain.verified_at is None and proves(found):
            verified.append(replace(domain, verified_at=now))
    kinds: tuple[RecordType, ...] = ("A", "AAAA")
    addresses = [value for kind in kinds for value in answers.get(Question(kind, host), TEMPERROR).values]
    findings += [line for lines in await asyncio.gather(
        ways_in(probe, host, addresses, now), way_out(probe, now), web(probe, context.settings.public_url, now)
    ) for line in lines]  # fmt: skip
    findings.append(await _storage("database", context.ports.store.check))
    findings.append(await _storage("messages", context.ports.blobs.check))
    findings += [disk(one) for one in probe.disks()]
    if verified:
        await context.write(lambda unit: _add(unit, verified))
    count = {status: sum(1 for one in findings if one.status == status) for status in ("fault", "warning")}
    return {
        "ok": not count["fault"],
        "faults": count["fault"],
        "warnings": count["warning"],
        "lines": [asdict(one) for one in findings],
    }


def _hosted(unit: Unit, workspace_id: str) -> list[tuple[Domain, dict[str, str]]]:
    return [
        (domain, {key.selector: key.public_record for key in unit.domains.keys(domain.name)})
        for domain in unit.domains.list(workspace_id)
    ]


def _add(unit: Unit, domains: Sequence[Domain]) -> None:
    for domain in domains:
        unit.domains.add(domain)


async def _records(
    context: Context, domain: str, keys: Mapping[str, str], answers: dict[Question, Answer]
) -> list[Finding]:
    """One domain's lines; `answers` grows by what is asked."""
    resolver, settings = context.ports.resolver, context.settings
    for _ in range(_ROUNDS):
        found = check_records(domain, keys, settings.mail_host, answers, relay=settings.relay)
        if not isinstance(found, Missing):
            return found
        if resolver is None:
            advice = "set LETTERLOCK_NAMESERVERS to name servers, or leave it out for the system's"
            return [Finding("dns", domain, "warning", "not looked at: LETTERLOCK_NAMESERVERS is none", advice)]
        answers |= await resolver.resolve(found.questions, seconds=_SECONDS)
    return [Finding("dns", domain, "warning", "its records lead to ever more questions", "make its SPF record shorter")]


async def _storage(what: str, check: Callable[[], Awaitable[None]]) -> Finding:
    try:
        await check()
    except Exception as error:
        log.error("storage does not work", extra={"part": what, "error": type(error).__name__})
        found = f"cannot be written and read: {type(error).__name__}"
        return Finding("storage", what, "fault", found, "see the disk, its rights, and the server's log")
    return Finding("storage", what, "ok", "written and read")


OPERATION = Operation(
    name="server.check", params=CheckServer, result=CheckView, permission=frozenset(), effect="manage", run=run,
    who="admin",
)  # fmt: skip
