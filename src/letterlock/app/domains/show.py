"""Show the DNS records to publish for a domain."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.core.errors import NotFound
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
            {"name": record.name, "type": record.type, "value": record.value, "purpose": record.purpose}
            for record in dns_records(name, keys, context.settings.mail_host)
        ],
    }


OPERATION = Operation(
    name="domains.show", params=ShowDomain, result=DomainView, permission=frozenset(), effect="read", look=look,
    who="member",
)  # fmt: skip
