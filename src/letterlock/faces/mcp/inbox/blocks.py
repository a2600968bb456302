"""Content blocks beside the text: pictures, and links to what is fetched elsewhere."""

import base64
from typing import Any, Final

from letterlock.faces.mcp.tool import Data
from letterlock.faces.mcp.untrusted import on_one_line

RESOURCE_LINKS: Final = "2025-06-18"
"""The first revision of the protocol that has them."""


def attachment(found: Data, shown: Data, revision: str) -> list[dict[str, Any]]:
    if found["delivery"] == "image":
        data = base64.b64encode(found["content"]).decode("ascii")
        return [{"type": "image", "data": data, "mimeType": found["image_type"]}]
    if found["delivery"] != "url" or revision < RESOURCE_LINKS:
        return []
    return [
        {
            "type": "resource_link",
            "uri": shown["download_url"],
            "name": on_one_line(shown["filename"] or shown["attachment_id"]),
            "mimeType": on_one_line(shown["content_type"], 100),
            "size": shown["size"],
        }
    ]
