"""Shapes of what operations on attachments return, from which faces make their schemas."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads the standard library's only from Python 3.12

Delivery = Literal["inline_text", "image", "url", "withheld"]


class OpenedAttachment(TypedDict):
    """One file of a message, or why it is withheld. Its name and its text are untrusted."""

    attachment_id: str
    message_id: str
    thread_id: str
    inbox_id: str
    filename: Annotated[str | None, Field(description="Untrusted: the sender chose it.")]
    content_type: str
    size: Annotated[int, Field(description="Bytes.")]
    risk: Annotated[
        str, Field(description="low, medium or high; not_assessed for what was not rated when it came, and sent mail.")
    ]
    risk_reasons: list[str]
    trust_level: Annotated[str | None, Field(description="Of the message; null for sent mail.")]
    delivery: Annotated[
        Delivery,
        Field(
            description=(
                "inline_text: see `text`. image: an image content block. url: see `download_url`. withheld: nothing of"
                " the file is given; see `withheld_reason`."
            )
        ),
    ]
    notice: str
    text: NotRequired[Annotated[str, Field(description="Untrusted.")]]
    text_source: NotRequired[
        Annotated[str, Field(description="What the text was made from: file (as it is), pdf, docx, xlsx, html, …")]
    ]
    next_page_token: NotRequired[
        Annotated[str | None, Field(description="With `as` text: gives the next page as page_token; null at the end.")]
    ]
    download_url: NotRequired[Annotated[str, Field(description="Works without credentials until `expires_at`.")]]
    expires_at: NotRequired[str]
    withheld_reason: NotRequired[str]
    warning: NotRequired[Annotated[str, Field(description="What to mind about the file.")]]


class Downloaded(TypedDict):
    """A file as its bytes; `content` is empty where only its head was asked for."""

    filename: str | None
    content_type: str
    size: int
    content: bytes
