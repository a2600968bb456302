"""`send_feedback`: its tool, and which of the tools a name is about."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from letterlock.faces.mcp.tool import Data, Tool

NAME: Final = "send_feedback"
_LOOKED_AT: Final = 200
"""Of a name; what goes on longer is none of ours."""


def about(given: str, names: Collection[str]) -> str | None:
    """The tool meant by `given`: its name with or without what clients put in front (`mcp__letterlock__send_message`,
    `letterlock.send_message`); None when it is none of `names`.
    """
    text = given.strip()[-_LOOKED_AT:]
    ends = [name for name in names if text.endswith(name) and (text[: -len(name)] or "_")[-1] in "_:./-"]
    return max(ends, key=len, default=None)


def feedback_tool(others: Collection[str]) -> Tool:
    """The tool, about these and itself."""
    names = (*others, NAME)

    def prepare(arguments: dict[str, Any]) -> dict[str, Any]:
        named = arguments.get("tool_name")
        return {**arguments, "tool_name": about(named, names)} if isinstance(named, str) else arguments

    def text(found: Data, given: Mapping[str, Any]) -> str:
        named = given.get("tool_name")
        unknown = isinstance(named, str) and about(named, names) is None
        note = " tool_name was not recognised as one of these tools and was left out." if unknown else ""
        return f"Thank you: feedback {found['feedback_id']} was received.{note}"

    return Tool(
        name=NAME,
        title="Send feedback",
        operation="feedback.send",
        description=(
            "Tell the people who run this Letterlock server how these tools worked for you. Use it after something"
            " confusing, a failure, a missing capability, or a notably good experience; send at most one per task or"
            " issue. Say what you tried, what happened and what you expected. Never include email content, other"
            " people's addresses, credentials or other personal data. Not a support channel: there is no reply. Stored"
            " with your workspace and client details for 180 days to improve the product."
        ),
        params={
            "rating": "How it went: `positive`, `neutral` or `negative`.",
            "category": (
                "`bug` (a tool failed or behaved wrongly), `confusing` (unclear behaviour, errors or descriptions),"
                " `missing_capability` (something you needed that no tool does), `docs`, `praise` or `other`."
            ),
            "message": "What you tried, what happened and what you expected.",
            "tool_name": (
                "The bare tool name this is about, for example `send_message` (without any client prefix such as"
                " `mcp__letterlock__`; a prefix is dropped). Kept only when it names one of these tools; otherwise the"
                " text says it was not recognised."
            ),
        },
        view=lambda _, found: dict(found),
        text=text,
        prepare=prepare,
    )
