"""Show the DNS records to publish for a domain."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.core.errors import NotFound
from letterlock.core.trust.signing import dns_records
from letterlock.ports.records import DkimKey
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


class DomainView(TypedDict):
    domain: str
    records: list[DnsRecord]


async def run(context: Context, params: ShowDomain) -> Mapping[str, Any]:
    name = (params.domain or context.settings.domain).strip().rstrip(".").lower()

    def find(unit: Unit) -> list[DkimKey]:
        domain = unit.domains.get(name)
        if domain is None or domain.workspace_id != context.workspace_id:
            raise NotFound(f"{name} is not a domain of this workspace", param="domain")
        return list(unit.domains.keys(name))

    keys = await context.read(find)
    records = dns_records(name, {key.selector: key.public_record for key in keys}, context.settings.mail_host)
    return {
        "domain": name,
        "records": [
            {"name": record.name, "type": record.type, "value": record.value, "purpose": record.purpose}
            for record in records
        ],
    }


OPERATION = Operation(
    name="domains.show", params=ShowDomain, result=DomainView, permission=frozenset(), effect="read", run=run,
    who="member",
)  # fmt: skip
