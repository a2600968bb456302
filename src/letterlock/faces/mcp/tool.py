"""What a tool is: data over an operation, from which its listing, its call and its answer are made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from letterlock.core.errors import Invalid
from letterlock.core.permission import Toolset
from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.resource import Prompt, Resource

Data = Mapping[str, Any]
View = Callable[[Links, Data], dict[str, Any]]
"""An operation's result as the tool's structured content."""
Blocks = Callable[[Data, Data, str], list[dict[str, Any]]]
"""Content blocks beside the text, from the operation's result, the structured content and the protocol's revision."""
Text = Callable[[Data, Mapping[str, Any]], str]
"""The text block, from the structured content and the arguments."""


class MisnamedError(Invalid):
    """An argument that the tool does not have; its name is the caller's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool.

    `params` maps each parameter, in the order shown, to its description; `renamed` gives the operation's name of those
    it calls otherwise. `fields` narrows an output to some of the operation's, `url` says the output itself has a link.
    """

    name: str
    title: str
    operation: str
    description: str
    params: Mapping[str, str]
    view: View
    text: Text
    renamed: Mapping[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] | None = None
    url: bool = False
    read_only: bool = False
    idempotent: bool = False
    open_world: bool = False
    waits: bool = False
    """May take long, and is ended by a cancellation that arrives as a message of its own."""
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Changes the operation's arguments before it is asked."""
    blocks: Blocks | None = None

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The operation's arguments; raises MisnamedError for a name that is not a parameter.

        Null stands for an argument left out, as many clients send it.
        """
        named: dict[str, Any] = {}
        for name, value in given.items():
            if name not in self.params:
                known = ", ".join(self.params)
                raise MisnamedError(
                    f"{name[:60]!r} is not a parameter of {self.name}; it takes {known}", param=name[:60]
                )
            if value is not None:
                # JSON has one kind of number: 20.0 is the integer 20.
                whole = isinstance(value, float) and value.is_integer()
                named[self.renamed.get(name, name)] = int(value) if whole else value
        return named if self.prepare is None else self.prepare(named)

    def shown(self, param: str) -> str:
        """The tool's name of an operation's parameter, which may go on (`account`, `to[0]`)."""
        for name, inner in self.renamed.items():
            if param == inner:
                return name
            if param.startswith((f"{inner}.", f"{inner}[")):
                return name + param[len(inner) :]
        return param


@dataclass(frozen=True, slots=True)
class ToolsetOf:
    """What one toolset offers, in the order listed."""

    name: Toolset
    tools: tuple[Tool, ...]
    resources: tuple[Resource, ...] = ()
    prompts: tuple[Prompt, ...] = ()
