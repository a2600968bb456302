"""The tools that the public conformance suites call: each returns what its scenario describes."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import PromptsListChanged, ToolsListChanged

IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
AUDIO = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
NO_ARGUMENTS: dict[str, Any] = {"type": "object", "additionalProperties": False}
BUS = InMemorySubscriptionBus()

Run = Callable[[Any, types.CallToolRequestParams], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class FixtureTool:
    description: str
    run: Run
    schema: Mapping[str, Any] = field(default_factory=lambda: NO_ARGUMENTS)


def text(words: str, *, failed: bool = False) -> dict[str, Any]:
    return result({"type": "text", "text": words}, failed=failed)


def result(*blocks: dict[str, Any], failed: bool = False) -> dict[str, Any]:
    return {"content": list(blocks), "isError": failed, "resultType": "complete"}


def image() -> dict[str, Any]:
    return {"type": "image", "data": IMAGE, "mimeType": "image/png"}


def resource(uri: str, mime: str, words: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "text": words}}


def gives(*blocks: dict[str, Any], failed: bool = False) -> Run:
    async def run(_: Any, __: types.CallToolRequestParams) -> dict[str, Any]:
        return result(*blocks, failed=failed)

    return run


def asks(**requests: dict[str, Any]) -> dict[str, Any]:
    """A result that asks the client for more; with `state` in it, that is to be sent back."""
    state = requests.pop("state", None)
    asked = {"resultType": "input_required", "inputRequests": requests}
    return asked if state is None else {**asked, "requestState": state}


def form(message: str, **fields: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in fields.items()},
        "required": list(fields),
    }
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def sample(words: str) -> dict[str, Any]:
    message = {"role": "user", "content": {"type": "text", "text": words}}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 100}}


ROOTS: dict[str, Any] = {"method": "roots/list", "params": {}}


def given(params: Any, name: str) -> dict[str, Any] | None:
    """What the client sent for a request for input of that name; None when it sent nothing usable."""
    answer = (params.input_responses or {}).get(name)
    if answer is None:
        return None
    found: dict[str, Any] = answer if isinstance(answer, dict) else answer.model_dump(by_alias=True, exclude_none=True)
    return found


def content(params: Any, name: str, key: str) -> str | None:
    """One field of a form that was sent."""
    answer = given(params, name)
    value = ((answer or {}).get("content") or {}).get(key)
    return value if isinstance(value, str) else None


def once(name: str, request: dict[str, Any]) -> Run:
    """Asks for one thing, and answers when it came."""

    async def run(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
        if given(params, name) is None:
            return asks(**{name: request})
        return text(f"Received: {given(params, name)}")

    return run


async def ask_name(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    name = content(params, "user_name", "name")
    if name is None:
        return asks(user_name=form("What is your name?", name="string"))
    return text(f"Hello, {name}!")


async def ask_with_state(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    if given(params, "confirm") is not None and params.request_state == "waiting-for-confirm":
        return text("state-ok: confirmation received")
    return asks(confirm=form("Please confirm", ok="boolean"), state="waiting-for-confirm")  # type: ignore[arg-type]


async def ask_three(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    wanted = {
        "user_name": form("What is your name?", name="string"),
        "greeting": sample("Generate a greeting"),
        "client_roots": ROOTS,
    }
    if all(given(params, name) is not None for name in wanted):
        return text("All inputs received.")
    return asks(**wanted, state="three-things")  # type: ignore[arg-type]


async def ask_twice(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    state = params.request_state or ""
    name = content(params, "step1", "name")
    if state == "1" and name is not None:
        step = form("Step 2: What is your favorite color?", color="string")
        return asks(step2=step, state=f"2 {name}")  # type: ignore[arg-type]
    color = content(params, "step2", "color")
    if state.startswith("2 ") and color is not None:
        return text(f"{state[2:]} likes {color}.")
    return asks(step1=form("Step 1: What is your name?", name="string"), state="1")  # type: ignore[arg-type]


async def ask_sealed(_: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    """What comes back altered is refused before it gets here."""
    if params.request_state is None:
        return asks(confirm=form("Please confirm", ok="boolean"), state="round-1")  # type: ignore[arg-type]
    return text(f"state-ok: {params.request_state}")


async def ask_what_it_can(context: Any, _: types.CallToolRequestParams) -> dict[str, Any]:
    """Asks only for what the client says it can do."""
    able = context.session.client_capabilities
    requests: dict[str, Any] = {}
    if able is not None and able.sampling is not None:
        requests["sample"] = sample("Say hello")
    if able is not None and able.elicitation is not None:
        requests["ask"] = form("What is your name?", name="string")
    return asks(**requests, state="by-capability")


async def log_lines(context: Any, _: types.CallToolRequestParams) -> dict[str, Any]:
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", line, related_request_id=context.request_id)
    return text("Logged")


async def progress(context: Any, _: types.CallToolRequestParams) -> dict[str, Any]:
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100, f"{done} of 100")
    return text("Done")


async def sampling(context: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
    message = types.SamplingMessage(
        role="user", content=types.TextContent(type="text", text=str((params.arguments or {}).get("prompt")))
    )
    answer = await context.session.create_message([message], max_tokens=100, related_request_id=context.request_id)
    return text(f"LLM response: {answer.content.text}")


def elicits(message: str, properties: dict[str, Any], required: tuple[str, ...] = ()) -> Run:
    """Asks within the call, as the older revisions do."""

    async def run(context: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
        words = str((params.arguments or {}).get("message", message))
        schema = {"type": "object", "properties": properties, "required": list(required)}
        answer = await context.session.elicit_form(words, schema, related_request_id=context.request_id)
        return text(f"action={answer.action}, content={answer.content}")

    return run


async def needs_sampling(context: Any, _: types.CallToolRequestParams) -> dict[str, Any]:
    able = context.session.client_capabilities
    if able is None or able.sampling is None:
        raise MCPError(
            types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            "This tool needs a client that samples",
            {"requiredCapabilities": {"sampling": {}}},
        )
    return text("The client samples")


async def reconnect(context: Any, _: types.CallToolRequestParams) -> dict[str, Any]:
    if context.close_sse_stream is not None:
        await context.close_sse_stream()
    return text("Reconnection test completed")


def publishes(event: Any) -> Run:
    async def run(_: Any, __: types.CallToolRequestParams) -> dict[str, Any]:
        await BUS.publish(event())
        return text("Told")

    return run


def _one_string(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


DEFAULTS: dict[str, Any] = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
ENUMS: dict[str, Any] = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {
        "type": "string",
        "oneOf": [{"const": f"value{n}", "title": f"Option {n}"} for n in (1, 2, 3)],
    },
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {
        "type": "array",
        "items": {"anyOf": [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]},
    },
}
SCHEMA_2020_12: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
IN_HEADER: dict[str, Any] = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
}
_WORDS = {"type": "text", "text": "This is a simple text response for testing."}
_MIXED = (
    {"type": "text", "text": "Multiple content types test:"},
    image(),
    resource("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}'),
)

TOOLS: dict[str, FixtureTool] = {
    "test_simple_text": FixtureTool("Text", gives(_WORDS)),
    "test_image_content": FixtureTool("An image", gives(image())),
    "test_audio_content": FixtureTool("Sound", gives({"type": "audio", "data": AUDIO, "mimeType": "audio/wav"})),
    "test_embedded_resource": FixtureTool(
        "A resource", gives(resource("test://embedded-resource", "text/plain", "This is an embedded resource content."))
    ),
    "test_multiple_content_types": FixtureTool("Blocks of each kind", gives(*_MIXED)),
    "test_error_handling": FixtureTool(
        "Fails", gives({"type": "text", "text": "This tool intentionally returns an error for testing"}, failed=True)
    ),
    "test_tool_with_logging": FixtureTool("Logs to the client", log_lines),
    "test_logging_tool": FixtureTool("Logs to a client that asked for it", log_lines),
    "test_tool_with_progress": FixtureTool("Tells how far it is", progress),
    "test_sampling": FixtureTool("Asks the client's model", sampling, _one_string("prompt")),
    "test_elicitation": FixtureTool(
        "Asks the user", elicits("", {"response": {"type": "string"}}, ("response",)), _one_string("message")
    ),
    "test_elicitation_sep1034_defaults": FixtureTool("Asks, with defaults", elicits("Who?", DEFAULTS)),
    "test_elicitation_sep1330_enums": FixtureTool("Asks, with choices", elicits("Which?", ENUMS)),
    "test_reconnection": FixtureTool("Closes its stream before it answers", reconnect),
    "test_missing_capability": FixtureTool("Needs a client that samples", needs_sampling),
    "test_streaming_elicitation": FixtureTool("Asks for a name", ask_name),
    "test_trigger_tool_change": FixtureTool("Says that the tools changed", publishes(ToolsListChanged)),
    "test_trigger_prompt_change": FixtureTool("Says that the prompts changed", publishes(PromptsListChanged)),
    "test_input_required_result_elicitation": FixtureTool("Asks for a name", ask_name),
    "test_input_required_result_sampling": FixtureTool(
        "Asks the client's model", once("capital_question", sample("What is the capital of France?"))
    ),
    "test_input_required_result_list_roots": FixtureTool("Asks for roots", once("client_roots", ROOTS)),
    "test_input_required_result_request_state": FixtureTool("Asks, and keeps its place", ask_with_state),
    "test_input_required_result_multiple_inputs": FixtureTool("Asks for three things", ask_three),
    "test_input_required_result_multi_round": FixtureTool("Asks twice", ask_twice),
    "test_input_required_result_tampered_state": FixtureTool("Trusts no altered state", ask_sealed),
    "test_input_required_result_capabilities": FixtureTool("Asks for what the client can do", ask_what_it_can),
    "test_x_mcp_header": FixtureTool("Has a parameter that travels in a header too", gives(_WORDS), IN_HEADER),
    "json_schema_2020_12_tool": FixtureTool("Has a schema with much in it", gives(_WORDS), SCHEMA_2020_12),
}
