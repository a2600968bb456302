"""Templates to pages. Everything is escaped; no template marks anything as safe."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import HTMLResponse, Response

if TYPE_CHECKING:
    from jinja2 import Environment

_TYPES = {"letterlock.css": "text/css", "sign-in.js": "text/javascript"}


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page that no cache keeps."""
    text = _environment().get_template(f"{template}.html").render(values)
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def static(name: str) -> Response | None:
    """A file that pages refer to; None when there is none of that name."""
    if name not in _TYPES:
        return None
    return Response(_file(name), media_type=_TYPES[name], headers={"Cache-Control": "max-age=300"})


@cache
def _file(name: str) -> bytes:
    return (files("letterlock.faces.web") / "static" / name).read_bytes()


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("letterlock.faces.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["segment"] = lambda text: quote(text, safe="@")
    made.filters["moment"] = lambda text: text.replace("T", " ").split(".")[0].removesuffix("Z") + " UTC"
    return made
