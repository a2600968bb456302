"""Asking DNS with dnspython: bounded in time, number and memory, and without ever raising for what DNS says."""

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from letterlock.core.errors import Invalid
from letterlock.core.trust.question import TEMPERROR, Answer, Question

if TYPE_CHECKING:
    import dns.message
    import dns.name
    import dns.rdataset
    from dns.asyncresolver import Resolver

_log = logging.getLogger(__name__)

MAX_CONCURRENT = 64
"""Questions in flight at once, over all messages."""
MAX_CACHED = 4096
MAX_TTL = 3600
"""Seconds an answer is kept at most; what is not there is kept at most MAX_NEGATIVE_TTL."""
MAX_NEGATIVE_TTL = 300
MAX_VALUES = 100
"""Records of one answer that are read."""
MAX_CNAMES = 8
TRY_SECONDS = 2.0
"""How long one name server may take before the next, or the same again, is asked."""


class DnsResolver:
    """Implements `ports.dns.Resolver`. `nameservers` are `address` or `address:port`; None takes the system's.

    Raises Invalid for a name server that is no address.
    """

    def __init__(self, nameservers: Sequence[str] | None = None) -> None:
        self._servers = [read_server(text) for text in nameservers] if nameservers is not None else None
        self._resolver: Resolver | None = None
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._cache: OrderedDict[Question, tuple[float, Answer]] = OrderedDict()

    async def resolve(self, questions: Iterable[Question], *, seconds: float) -> dict[Question, Answer]:
        """An answer to each question within `seconds` in all; what is late or fails is `temperror`."""
        answers: dict[Question, Answer] = {}
        asked: dict[asyncio.Task[Answer], Question] = {}
        for question in set(questions):
            known = self._cached(question)
            if known is not None:
                answers[question] = known
            else:
                asked[asyncio.create_task(self._ask(question, seconds))] = question
        if not asked:
            return answers
        try:
            done, late = await asyncio.wait(asked, timeout=seconds)
        except asyncio.CancelledError:
            for task in asked:
                task.cancel()
            raise
        for task in late:
            task.cancel()
        answers.update({asked[task]: task.result() for task in done})
        answers.update({asked[task]: TEMPERROR for task in late})
        return answers

    def _cached(self, question: Question) -> Answer | None:
        entry = self._cache.get(question)
        if entry is None:
            return None
        if entry[0] <= time.monotonic():
            del self._cache[question]
            return None
        self._cache.move_to_end(question)
        return entry[1]

    def _remember(self, question: Question, answer: Answer, ttl: int) -> None:
        longest = MAX_TTL if answer.status == "ok" else MAX_NEGATIVE_TTL
        if ttl <= 0:
            return
        self._cache[question] = (time.monotonic() + min(ttl, longest), answer)
        while len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)

    async def _ask(self, question: Question, seconds: float) -> Answer:
        async with self._slots:
            try:
                answer, ttl = await self._query(question, seconds)
            except Exception as error:  # whatever a name server can make the library raise is no answer
                _log.debug("no answer for %s %s: %s", question.type, question.name, type(error).__name__)
                return TEMPERROR
        self._remember(question, answer, ttl)
        return answer

    async def _query(self, question: Question, seconds: float) -> tuple[Answer, int]:
        import dns.rdatatype
        import dns.resolver

        name: dns.name.Name | None = read_name(question.name)
        ttl = MAX_TTL
        for _ in range(MAX_CNAMES):
            if name is None:
                return Answer("nxdomain"), 0
            try:
                found = await self._library().resolve(
                    name,
                    dns.rdatatype.from_text(question.type),
                    raise_on_no_answer=False,
                    lifetime=seconds,
                    search=False,
                )
            except dns.resolver.NXDOMAIN as error:
                return Answer("nxdomain"), min([ttl, *map(_negative_ttl, error.kwargs["responses"].values())])
            if found.rrset is not None:
                return Answer("ok", _values(question, found.rrset)), min(ttl, found.chaining_result.minimum_ttl)
            if found.canonical_name == name:
                return Answer("nodata"), min(ttl, _negative_ttl(found.response))
            ttl = min(ttl, found.chaining_result.minimum_ttl)
            name = found.canonical_name
        return TEMPERROR, 0

    def _library(self) -> "Resolver":
        if self._resolver is None:
            import dns.asyncresolver
            import dns.nameserver

            resolver = dns.asyncresolver.Resolver(configure=self._servers is None)
            if self._servers is not None:
                resolver.nameservers = [dns.nameserver.Do53Nameserver(host, port) for host, port in self._servers]
            resolver.timeout = TRY_SECONDS
            resolver.search = []
            resolver.use_edns(0, 0, 1232)
            self._resolver = resolver
        return self._resolver


def read_server(text: str) -> tuple[str, int]:
    """`192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353` as address and port. Raises Invalid."""
    host, port = text.strip(), "53"
    if host.startswith("["):
        host, _, rest = host[1:].partition("]")
        port = rest.removeprefix(":") or "53"
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
    try:
        address = str(ipaddress.ip_address(host))
        number = int(port)
    except ValueError:
        raise Invalid(f"{text!r} is no name server; write an IP address, with a port as 127.0.0.1:5353.") from None
    if not 0 < number < 65536:
        raise Invalid(f"{text!r} names no port between 1 and 65535.")
    return address, number


def read_name(text: str) -> "dns.name.Name | None":
    """The name label by label, without escapes or search domains; None when DNS cannot hold it."""
    import dns.exception
    import dns.name

    try:
        labels = [label.encode("ascii") for label in text.split(".")]
        return dns.name.Name([*labels, b""])
    except (UnicodeEncodeError, dns.exception.DNSException):
        return None


def _negative_ttl(response: "dns.message.Message") -> int:
    """RFC 2308 section 5: the lesser of the SOA record's TTL and its minimum; 0 without one."""
    import dns.rdatatype

    for rrset in response.authority:
        if rrset.rdtype == dns.rdatatype.SOA:
            return int(min(rrset.ttl, rrset[0].minimum))
    return 0


def _values(question: Question, rrset: "dns.rdataset.Rdataset") -> tuple[str, ...]:
    records = list(rrset)[:MAX_VALUES]
    match question.type:
        case "TXT":
            return tuple(_text(b"".join(record.strings)) for record in records)
        case "MX":
            pairs = sorted((record.preference, _plain(record.exchange)) for record in records)
            return tuple(f"{preference} {host}" for preference, host in pairs)
        case "PTR":
            return tuple(_plain(record.target) for record in records)
    return tuple(record.address for record in records)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _plain(name: "dns.name.Name") -> str:
    """Lower case without the final dot; "." is the root, which a null MX names (RFC 7505)."""
    return name.to_text(omit_final_dot=True).lower()
