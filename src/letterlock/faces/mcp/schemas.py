"""JSON schemas of tools, made once from the operations' own types."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter

from letterlock.faces.mcp.tool import Tool

Schema = dict[str, Any]

LINKED: Final = frozenset({"Inbox", "ThreadItem", "MessageItem", "MessageView"})
"""Shapes that carry a `url` wherever they stand."""
_URL: Final[Schema] = {"type": "string", "description": "Opens it in the dashboard, for a person."}
_ONE_IN: Final = ("items", "additionalProperties", "contains", "not")
_LIST_IN: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAP_IN: Final = ("properties", "$defs")


def input_schema(params: type[BaseModel], tool: Tool) -> Schema:
    """What `tools/list` says of the arguments; raises KeyError for a parameter the operation does not have."""
    made = _plain(params.model_json_schema())
    found: Mapping[str, Schema] = made.get("properties", {})
    required = set(made.get("required", ()))
    properties = {
        name: {**_without_null(found[tool.renamed.get(name, name)]), "description": description}
        for name, description in tool.params.items()
    }
    schema: Schema = {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if tool.renamed.get(name, name) in required],
        "additionalProperties": False,
    }
    if "$defs" in made:
        schema["$defs"] = made["$defs"]
    return schema


def output_schema(result: Any, tool: Tool) -> Schema:
    """What `tools/list` says of the structured content."""
    made = _plain(TypeAdapter(result).json_schema(mode="serialization"))
    for name, part in made.get("$defs", {}).items():
        if name in LINKED:
            _add_url(part)
    if tool.fields is not None:
        made["properties"] = {name: made["properties"][name] for name in tool.fields}
        made["required"] = [name for name in made.get("required", ()) if name in tool.fields]
    if tool.url:
        _add_url(made)
    made.pop("description", None)
    return made


def _add_url(schema: Schema) -> None:
    schema["properties"] = {**schema["properties"], "url": _URL}
    schema["required"] = [*schema.get("required", ()), "url"]


def _without_null(schema: Schema) -> Schema:
    """A schema that does not offer null, which says no more than leaving the argument out."""
    kept = {key: value for key, value in schema.items() if not (key == "default" and value is None)}
    branches = [branch for branch in kept.pop("anyOf", ()) if branch != {"type": "null"}]
    if len(branches) == 1:
        return {**branches[0], **kept}
    return {**kept, "anyOf": branches} if branches else kept


def _plain(schema: Schema) -> Schema:
    """Without the titles pydantic makes from names. Depth is that of our own types."""
    plain = {key: value for key, value in schema.items() if key != "title"}
    for key in _ONE_IN:
        if isinstance(plain.get(key), dict):
            plain[key] = _plain(plain[key])
    for key in _LIST_IN:
        if key in plain:
            plain[key] = [_plain(part) for part in plain[key]]
    for key in _MAP_IN:
        if key in plain:
            plain[key] = {name: _plain(part) for name, part in plain[key].items()}
    return plain
