"""What of a message's codes and acting links a caller gets: asked by whatever shows a message or sends it on."""

from collections.abc import Mapping
from typing import Any, Final

from letterlock.app.context import Context
from letterlock.core.trust.codes.mask import mask, mask_all
from letterlock.core.trust.codes.secrets import Secrets, from_stored
from letterlock.ports.records import Account, Json, Listed, StoredMessage

KNOWN: Final = ("known", "verified")
"""Levels at which codes are given as fields: below, nothing shows that they come from whom they say."""
REASON: Final = {
    "ask": (
        "This account shows one-time codes and sign-in, reset and confirmation links only when a person releases them:"
        " ask your person to open the message in the dashboard and release it."
    ),
    "withhold": (
        "This account withholds one-time codes and sign-in, reset and confirmation links from agents; a person can"
        " release those of one message in the dashboard."
    ),
}


def guarded(context: Context, account: Account | None = None) -> bool:
    """Whether codes are kept from the caller in the account, the one at hand. A person is shown everything."""
    return not context.caller.person and (account or context.account).codes_mode != "give"


def kept(context: Context, message: StoredMessage, account: Account | None = None) -> Secrets | None:
    """What is to be taken out of whatever else the message brings, beside what that holds; None: it is given as is."""
    released = message.secrets is not None and "released_at" in message.secrets
    if message.direction == "outbound" or released or not guarded(context, account):
        return None
    return from_stored(message.secrets)


def held(context: Context, message: StoredMessage | Listed) -> Secrets:
    """What of this message is withheld from the caller; nothing where it was released."""
    if message.secrets is None or "released_at" in message.secrets or not guarded(context):
        return Secrets()
    return from_stored(message.secrets)


def shown(context: Context, message: StoredMessage, found: dict[str, Any]) -> dict[str, Any]:
    """The view of a message with its codes and acting links as fields, or without them and saying so."""
    withheld = held(context, message)
    if withheld:
        return masked(found, withheld) | {"withheld_codes": told(context, withheld)}
    if message.secrets is None:
        return found
    if context.caller.person and context.account.codes_mode != "give" and "released_at" not in message.secrets:
        found = found | {"codes_held": True}
    return found | fields(message.secrets) if message.trust_level in KNOWN else found


def masked(found: Mapping[str, Any], withheld: Secrets) -> dict[str, Any]:
    """A result without what is withheld; itself where nothing is."""
    return dict(mask_all(found, withheld)) if withheld else dict(found)


def told(context: Context, withheld: Secrets) -> dict[str, Any]:
    mode = context.account.codes_mode
    return {"codes": len(withheld.codes), "action_links": len(withheld.links), "reason": REASON[mode]}


def fields(secrets: Json) -> dict[str, Any]:
    """The codes and acting links as callers get them."""
    return {"codes": list(secrets["codes"]), "action_links": [dict(link) for link in secrets["links"]]}


def masked_subject(subject: str, secrets: Json | None) -> str | None:
    """The subject without its codes; None where it holds none."""
    without = mask(subject, from_stored(secrets))
    return None if without == subject else without


def kept_released(before: Json | None, now: Json | None) -> Json | None:
    """What is found anew, released as it was before; what was not there then is not."""
    if before is None or now is None or "released_at" not in before:
        return now
    if not set(now["codes"]) <= set(before["codes"]) or not _urls(now) <= _urls(before):
        return now
    return {**now, "released_at": before["released_at"], "released_by": before["released_by"]}


def _urls(secrets: Json) -> set[str]:
    return {link["url"] for link in secrets["links"]}
