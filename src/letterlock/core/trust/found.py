"""The authentication of a message read back from its report, since what DNS said then cannot be asked again later."""

from collections.abc import Mapping
from typing import Any

from letterlock.core.trust.report import Authentication, Signature

_ALIKE = (
    "spf", "spf_domain", "spf_reason", "spf_aligned", "dkim", "dmarc", "dmarc_domain", "dmarc_policy", "dmarc_reason",
    "organizational_domain", "registrable_domain", "arc", "arc_sealer", "aligned", "from_domain", "vouched_by",
    "tls", "bimi", "bimi_logo",
)  # fmt: skip
_OF_A_SIGNATURE = ("domain", "selector", "algorithm", "result", "reason", "aligned", "subject_signed", "testing")


def authentication_of(told: Mapping[str, Any]) -> Authentication:
    """From the `authentication` of a full report; fields that reports of older versions lack are as by default."""
    known = {name: told[name] for name in _ALIKE if name in told}
    signatures = tuple(
        Signature(**{name: one[name] for name in _OF_A_SIGNATURE if name in one}) for one in told.get("signatures", ())
    )
    return Authentication(**known, signatures=signatures)
