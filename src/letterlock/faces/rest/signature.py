"""The signature of what is posted: HMAC-SHA256 (RFC 2104) over time, envelope and the body's digest.

So the headers alone say whether a body is worth reading.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from letterlock.core.errors import Unauthorised

TIMESTAMP = "letterlock-timestamp"
ENVELOPE = "letterlock-envelope"
DIGEST = "letterlock-body-sha256"
SIGNATURE = "letterlock-signature"

WINDOW = 300
"""Seconds that sender's and server's clocks may differ; what is older is taken for a replay."""
_HEX = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"[0-9]{1,12}")


def sign(secret: str, timestamp: str, envelope: str, digest: str) -> str:
    """The value of Letterlock-Signature: `v1=` and the HMAC of `v1.<timestamp>.<envelope>.<digest>`, all as sent."""
    signed = f"v1.{timestamp}.{envelope}.{digest}".encode()
    return "v1=" + hmac.new(secret.encode("ascii"), signed, hashlib.sha256).hexdigest()


def check(headers: Mapping[str, str], secrets: Sequence[str], now: datetime) -> None:
    """Raises Unauthorised unless one of `secrets` signed these headers within the window."""
    found = {name: headers.get(name, "") for name in (TIMESTAMP, ENVELOPE, DIGEST, SIGNATURE)}
    absent = [name for name, value in found.items() if not value]
    if absent:
        raise Unauthorised(f"The request is not signed: {', '.join(absent)} missing")
    timestamp, given = found[TIMESTAMP], found[SIGNATURE].encode("latin-1", "replace")
    if not _TIME.fullmatch(timestamp) or not _HEX.fullmatch(found[DIGEST]):
        raise Unauthorised(f"{TIMESTAMP} takes seconds since 1970, {DIGEST} 64 lower-case hexadecimal digits")
    expected = [sign(secret, timestamp, found[ENVELOPE], found[DIGEST]).encode() for secret in secrets]
    # Every secret is compared in full, whichever fits.
    if sum([hmac.compare_digest(one, given) for one in expected]) == 0:
        raise Unauthorised("The signature does not fit; is LETTERLOCK_INBOUND_SECRET the one that was signed with?")
    if abs(int(timestamp) - now.timestamp()) > WINDOW:
        raise Unauthorised(f"The signature is not of the last {WINDOW} seconds; sign anew, and check the clock")
