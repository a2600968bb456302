"""The one address parser and formatter (RFC 5322 section 3.4, RFC 6531, RFC 2047)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """A mailbox. `local` is unquoted, `domain` lower case in A-labels as it goes into the envelope."""

    local: str
    domain: str
    name: str = ""
    """Display name, decoded, without invisible characters."""

    @property
    def spec(self) -> str:
        """`local@domain`, quoted where needed: what goes into an envelope or a header."""
        return f"{self.local}@{self.domain}"

    @property
    def key(self) -> str:
        """What two addresses are compared by: lower-case local part and domain."""
        return f"{self.local.lower()}@{self.domain}"
