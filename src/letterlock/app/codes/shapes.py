"""Shapes of what is told of codes and acting links."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic reads the standard library's only from Python 3.12


class ActionLink(TypedDict):
    """A link that acts for whoever opens it. Untrusted: see `trust` before using it."""

    url: str
    kind: Literal["reset", "sign_in", "confirm"]
    text: str


class WithheldCodes(TypedDict):
    """How many codes and acting links this account withholds of the message, and why."""

    codes: int
    action_links: int
    reason: str


class CodesSet(TypedDict):
    """What agents now get of an account's codes and acting links."""

    account_id: str
    inbox_id: str
    codes: Literal["give", "ask", "withhold"]


class CodesReleased(TypedDict):
    """What of one message was released to agents. Untrusted."""

    message_id: str
    inbox_id: str
    codes: list[str]
    action_links: list[ActionLink]
