"""Ids: opaque, time-ordered, prefixed by what they name (`msg_`, `thd_`, …)."""

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: sorts as it counts and has no look-alikes."""

RANDOM_BYTES = 10


def make_id(prefix: str, milliseconds: int, random: bytes) -> str:
    """An id such as `msg_01jq…`: `milliseconds` since 1970 first (48 bits), then `random` (RANDOM_BYTES bytes)."""
    number = (milliseconds << (8 * RANDOM_BYTES)) | int.from_bytes(random, "big")
    digits = []
    for _ in range(26):
        number, digit = divmod(number, 32)
        digits.append(_ALPHABET[digit])
    return f"{prefix}_{''.join(reversed(digits))}"
