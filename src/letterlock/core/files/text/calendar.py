"""Calendar files (RFC 5545): each event, task and note with what a calendar shows of it."""

import re
from typing import Final

from letterlock.core.files.text.writer import Writer
from letterlock.core.mime.charset import decode

_LONGEST: Final = 4_000_000
"""Bytes that are read."""
_SHOWN: Final = {"VEVENT": "Event", "VTODO": "Task", "VJOURNAL": "Note"}
_FIELDS: Final = {
    "SUMMARY": "Summary",
    "DTSTART": "Starts",
    "DTEND": "Ends",
    "DUE": "Due",
    "DURATION": "Lasts",
    "RRULE": "Repeats",
    "LOCATION": "Place",
    "STATUS": "Status",
    "ORGANIZER": "Organizer",
    "ATTENDEE": "Attendee",
    "URL": "Link",
    "DESCRIPTION": "Description",
    "COMMENT": "Comment",
}
_FOLD: Final = re.compile(r"\r?\n[ \t]")
_ESCAPE: Final = re.compile(r"\\([\\;,Nn])")
_LINE: Final = re.compile(
    r"([A-Za-z0-9-]{1,100})((?:;[^\":;]{0,1000}(?:\"[^\"]{0,1000}\"[^\":;]{0,1000}){0,20}){0,30}):(.*)"
)
_PARAMETER: Final = re.compile(r";([A-Za-z0-9-]{1,100})=(\"[^\"]*\"|[^;]*)")
_DEEPEST: Final = 10


def read(content: bytes, writer: Writer) -> None:
    text, _ = decode(content[:_LONGEST], "utf-8")
    writer.cut = len(content) > _LONGEST
    within: list[str] = []
    for line in _FOLD.sub("", text.removeprefix("\ufeff")).split("\n"):
        found = _LINE.fullmatch(line.rstrip("\r"))
        if found is None:
            continue
        name, parameters, value = found[1].upper(), found[2], found[3]
        if name == "BEGIN":
            if len(within) >= _DEEPEST:
                break
            within.append(value.strip().upper())
            if within[-1] in _SHOWN:
                writer.write(f"{_SHOWN[within[-1]]}\n")
        elif name == "END":
            if within and within.pop() in _SHOWN:
                writer.write("\n")
        elif name == "METHOD" and within == ["VCALENDAR"]:
            writer.write(f"Method: {value.strip()}\n\n")
        elif within and within[-1] in _SHOWN and name in _FIELDS:
            writer.write(f"{_FIELDS[name]}: {_shown(name, _parameters(parameters), value)}\n")


def _shown(name: str, parameters: dict[str, str], value: str) -> str:
    if name in ("ORGANIZER", "ATTENDEE"):
        address = re.sub("^mailto:", "", value.strip(), flags=re.IGNORECASE)
        person = f"{parameters['CN']} <{address}>" if parameters.get("CN") else address
        answer = parameters.get("PARTSTAT", "")
        return f"{person} ({answer.lower()})" if answer else person
    if name in ("DTSTART", "DTEND", "DUE") and parameters.get("TZID"):
        return f"{value.strip()} ({parameters['TZID']})"
    return _ESCAPE.sub(lambda one: "\n" if one[1] in "nN" else one[1], value)


def _parameters(text: str) -> dict[str, str]:
    return {name.upper(): value.strip('"') for name, value in _PARAMETER.findall(text)}
