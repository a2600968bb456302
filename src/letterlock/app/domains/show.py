"""Show the DNS records to publish for a domain."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.settings import AppSettings
from letterlock.core.errors import NotFound
from letterlock.core.trust.signing import DnsRecord as Record
from letterlock.core.trust.signing import dns_records
from letterlock.ports.store import Unit


class ShowDomain(Params):
    domain: Annotated[str | None, Field(max_length=253, description="The domain; the default one when left out.")] = (
        None
    )


class DnsRecord(TypedDict):
    name: str
    type: str
    value: str
    purpose: str
    note: str
    """What else to do for this record to work; empty when nothing."""
    zone_line: str
    """The record as a zone file takes it."""


class DomainView(TypedDict):
    domain: str
    records: list[DnsRecord]


def look(unit: Unit, context: Context, params: ShowDomain) -> dict[str, Any]:
    name = (params.domain or context.settings.domain).strip().rstrip(".").lower()
    domain = unit.domains.get(name)
    if domain is None or domain.workspace_id != context.workspace_id:
        raise NotFound(f"{name} is not a domain of this workspace", param="domain")
    keys = {key.selector: key.public_record for key in unit.domains.keys(name)}
    return {
        "domain": name,
        "records": [
            {**record._asdict(), "note": _note(record, name, context.settings), "zone_line": record.zone_line}
            for record in dns_records(name, keys, context.settings.mail_host)
        ],
    }


def _note(record: Record, domain: str, settings: AppSettings) -> str:
    if record.type == "MX":
        host = settings.mail_host
        return (
            f"{host} needs an A (or AAAA) record with this server's public address, and that address a PTR record with"
            f" {host}: many servers refuse mail without"
        )
    if settings.relay and record.name == domain and record.value.startswith("v=spf1"):
        return (
            f"outgoing mail leaves through {settings.relay}: what its operator gives for SPF, such as"
            f" include:spf.example.com, has to be added before -all"
        )
    return ""


OPERATION = Operation(
    name="domains.show", params=ShowDomain, result=DomainView, permission=frozenset(), effect="read", look=look,
    who="member",
)  # fmt: skip
