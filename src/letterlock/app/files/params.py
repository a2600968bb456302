"""The parameter by which callers name files: each by its bytes, by a URL, or as an attachment that is here already."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from letterlock.app.operation import Params


def _plain(schema: dict[str, Any]) -> None:
    """Without null, which says no more than leaving a name out."""
    for name, part in schema["properties"].items():
        kept = {key: value for key, value in part.items() if key not in ("default", "title")}
        kept["anyOf"] = [branch for branch in kept.get("anyOf", ()) if branch != {"type": "null"}]
        only = kept.pop("anyOf")
        schema["properties"][name] = {**kept, **only[0]} if len(only) == 1 else {**kept, "anyOf": only}


class FileItem(Params):
    """One file, from exactly one source: `content`, `url`, or `message_id` with `attachment_id`."""

    model_config = ConfigDict(json_schema_extra=_plain)

    content: Annotated[
        str | None, Field(description="The file's bytes in base64: at most 1.4 MB (decoded) in one call.")
    ] = None
    url: Annotated[
        str | None,
        Field(
            description="A public http(s) URL to download the file from: no redirects, at most 10 MB, 20 seconds.",
        ),
    ] = None
    message_id: Annotated[
        str | None, Field(description="With attachment_id: sends on an attachment of a message that is here.")
    ] = None
    attachment_id: Annotated[
        str | None, Field(description="With message_id: which of its attachments (ids from get_message).")
    ] = None
    filename: Annotated[
        str | None,
        Field(max_length=10_000, description="The file's name; a referenced file keeps its own unless this is given."),
    ] = None
    content_type: Annotated[
        str | None,
        Field(max_length=1_000, description="MIME type such as application/pdf; a referenced file keeps its own."),
    ] = None
    content_disposition: Annotated[
        Literal["attachment", "inline"] | None,
        Field(description="inline when content_id is given, else attachment, unless you say otherwise."),
    ] = None
    content_id: Annotated[
        str | None,
        Field(description="For an image the HTML shows by cid:…; printable ASCII without spaces and angle brackets."),
    ] = None


Files = Annotated[
    list[FileItem] | None,
    Field(
        description="Files to attach, at most 100 and 10 MB together. Each has exactly one source: content (base64),"
        " url, or message_id with attachment_id."
    ),
]
