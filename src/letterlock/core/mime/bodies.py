"""Which parts are the body and which are files, as mail programs choose (RFC 2046 5.1.4, RFC 8621 4.1.4).

The body is a row of sections, each one in the forms it has: text, HTML, or both when they are alternatives.
"""

from dataclasses import dataclass, field

from letterlock.core.mime.filenames import file_name
from letterlock.core.mime.parts import Part

_BODY_TYPES = frozenset(["text/plain", "text/html"])


@dataclass(slots=True)
class Section:
    """One stretch of the body: leaves to be shown one after another in each form."""

    text: list[Part] = field(default_factory=list)
    html: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class Bodies:
    """The sections in order, and the files with whether each belongs to an HTML body (multipart/related)."""

    sections: list[Section] = field(default_factory=list)
    files: list[tuple[Part, bool]] = field(default_factory=list)


@dataclass(slots=True)
class _Place:
    part: Part
    section: Section | None
    """The alternative this lies in; None outside of one."""
    related: bool
    first: bool
    """No sibling stands before it, up to the root."""
    chosen: bool = True
    """False for a member of a related that is not its root."""


def choose(root: Part) -> Bodies:
    """Walks the tree in document order with a stack of its own."""
    bodies = Bodies()
    stack = [_Place(root, None, related=False, first=True)]
    while stack:
        place = stack.pop()
        if place.part.divided:
            stack.extend(reversed(_children(place, bodies)))
        elif not place.chosen or not _is_body(place):
            bodies.files.append((place.part, place.related))
        else:
            _add(place, bodies)
    return bodies


def _children(place: _Place, bodies: Bodies) -> list[_Place]:
    part, section = place.part, place.section
    if part.subtype == "alternative" and section is None and place.chosen:
        section = Section()
        bodies.sections.append(section)
    related = part.subtype == "related"
    root = _related_root(part) if related else None
    alternative = part.subtype == "alternative"
    return [
        _Place(
            child,
            section,
            related=related or place.related,
            first=place.first and (index == 0 or alternative),
            chosen=place.chosen and (root is None or child is root),
        )
        for index, child in enumerate(part.children)
    ]


def _related_root(part: Part) -> Part | None:
    """The part `start` names, else the first (RFC 2387 section 3.2)."""
    start = part.type.parameters.get("start", "").strip().strip("<>")
    if start:
        for child in part.children:
            if (child.headers.first("content-id") or "").strip().strip("<>") == start:
                return child
    return part.children[0] if part.children else None


def _is_body(place: _Place) -> bool:
    part = place.part
    if part.type.value not in _BODY_TYPES and not _unread_multipart(part):
        return False
    if part.disposition.value == "attachment":
        return False
    if part.parent is None:
        return True
    if place.first:  # a name on the first part is a habit of some programs, not a file (RFC 8621's rule)
        return part.disposition.value == "inline" or not part.disposition.parameters.get("filename")
    return file_name(part) is None


def _unread_multipart(part: Part) -> bool:
    """A multipart whose boundary is missing or never came: shown as the text it is, so that nothing is lost."""
    return part.type.value.startswith("multipart/") and not part.divided


def _add(place: _Place, bodies: Bodies) -> None:
    part = place.part
    html = part.type.value == "text/html"
    if place.section is None:
        bodies.sections.append(Section(html=[part]) if html else Section(text=[part]))
        return
    alternatives = place.section.html if html else place.section.text
    if alternatives and _same_alternative(alternatives[-1], part):
        alternatives.append(part)
    else:  # a later alternative is the better one
        alternatives[:] = [part]


def _same_alternative(earlier: Part, later: Part) -> bool:
    """Both lie within one member of the alternative, so one does not replace the other."""
    return _member(earlier) is _member(later)


def _member(part: Part) -> Part:
    """The ancestor (or the part itself) that is a direct member of the outermost alternative."""
    member, found = part, part
    ancestor = part.parent
    while ancestor is not None:
        if ancestor.subtype == "alternative":
            found = member
        member, ancestor = ancestor, ancestor.parent
    return found
