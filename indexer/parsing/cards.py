"""Contacts (vCard, RFC 6350 and the versions before it) and calendars (iCalendar, RFC 5545) as text.

Each contact and each event has a heading with its name and a line for each thing that is known of it.
"""

import quopri
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from indexer.parsing.converted import without_headings
from indexer.parsing.decoding import decode

Lines: TypeAlias = list[tuple[str, Mapping[str, str], str]]
"""Name, parameters and raw value of each line of a contact or an event."""

_FOLD = re.compile(r"\n[ \t]")
_LINE = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;(?:\"[^\"]*\"|[^\":])*)?):(?P<value>.*)", re.DOTALL
)
_PARAMETER = re.compile(r";([\w-]+)(?:=((?:\"[^\"]*\"|[^\";])*))?")
_ESCAPED = re.compile(r"\\(.)")
_BETWEEN = re.compile(r"(?<!\\);")
_TIME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?\d\d)?(?:\.\d+)?(Z)?)?")
_LONGEST_LINE = 100_000
"""Characters of a line that are read: longer ones are pictures."""

_OF_CONTACTS = {
    "NICKNAME": "Nickname",
    "ORG": "Organisation",
    "TITLE": "Title",
    "ROLE": "Role",
    "TEL": "Phone",
    "EMAIL": "E-mail",
    "ADR": "Address",
    "BDAY": "Birthday",
    "ANNIVERSARY": "Anniversary",
    "RELATED": "Related",
    "URL": "Page",
    "IMPP": "Messenger",
    "CATEGORIES": "Categories",
    "NOTE": "Note",
}
_OF_EVENTS = {
    "DTSTART": "Begins",
    "DTEND": "Ends",
    "DUE": "Due",
    "RRULE": "Repeats",
    "LOCATION": "Place",
    "ORGANIZER": "Organizer",
    "ATTENDEE": "With",
    "CATEGORIES": "Categories",
    "URL": "Page",
    "DESCRIPTION": "Description",
    "COMMENT": "Comment",
}
"""What is shown, in this order; identifiers, pictures and time stamps of programs are not."""

_DATES = frozenset(("BDAY", "ANNIVERSARY", "DTSTART", "DTEND", "DUE"))
_PEOPLE = frozenset(("ORGANIZER", "ATTENDEE"))
_KINDS = frozenset(("VEVENT", "VTODO", "VJOURNAL"))
_NOT_SHOWN = frozenset(("pref", "internet", "voice"))
"""Kinds of a number or an address that say nothing to a person."""


def contacts_text(source: str) -> str:
    """Return the contacts of a file, in their order; empty where it has none."""
    blocks = []
    for lines in _blocks(source, frozenset({"VCARD"})):
        name = _first(lines, "FN") or " ".join(reversed(_first(lines, "N").split(", ", 1)))
        blocks.append(_block(name or _first(lines, "ORG") or "Contact", lines, _OF_CONTACTS))
    return "\n\n".join(blocks)


def calendar_text(source: str) -> str:
    """Return the events and tasks of a calendar, in their order; empty where it has none."""
    blocks = _blocks(source, _KINDS)
    return "\n\n".join(_block(_first(lines, "SUMMARY") or "Event", lines, _OF_EVENTS) for lines in blocks)


def _blocks(source: str, kinds: frozenset[str]) -> Iterator[Lines]:
    """Yield the lines of each component of some kinds, without those of components in it, such as an alarm.

    One that does not end is read to the next one, or to the end of the file.
    """
    lines: Lines | None = None
    inside = 0
    for name, parameters, value in _lines(source):
        component = value.strip().upper() if name in {"BEGIN", "END"} else ""
        if component in kinds:
            if lines is not None:
                yield lines
            lines, inside = ([] if name == "BEGIN" else None), 0
        elif component:
            inside = max(0, inside + (1 if name == "BEGIN" else -1))
        elif lines is not None and not inside:
            lines.append((name, parameters, value))
    if lines:
        yield lines


def _lines(source: str) -> Iterator[tuple[str, Mapping[str, str], str]]:
    """Yield the lines of a file, unfolded; what is none is left out."""
    waiting = iter(_FOLD.sub("", source).split("\n"))
    for line in waiting:
        match = _LINE.fullmatch(line) if len(line) <= _LONGEST_LINE else None
        if match is None:
            continue
        written = _PARAMETER.findall(match["parameters"])
        parameters = {name.upper(): value.strip('"') or name for name, value in written}
        value = match["value"]
        if "QUOTED-PRINTABLE" in map(str.upper, parameters.values()):
            pieces = [value]
            while pieces[-1].endswith("="):
                pieces.append(next(waiting, ""))
            value = _unquoted("".join(piece.removesuffix("=") for piece in pieces), parameters.get("CHARSET", ""))
        yield match["name"].upper(), parameters, value


def _unquoted(value: str, charset: str) -> str:
    raw = quopri.decodestring(value.encode("utf-8", "replace"))
    try:
        return raw.decode(charset or "utf-8")
    except (LookupError, ValueError):
        decoded = decode(raw)
    return decoded.text if decoded is not None else ""


def _first(lines: Lines, wanted: str) -> str:
    return next((shown for name, _, value in lines if name == wanted and (shown := _shown(value))), "")


def _block(title: str, lines: Lines, labels: Mapping[str, str]) -> str:
    values: dict[str, list[str]] = {name: [] for name in labels}
    for name, parameters, value in lines:
        if name in values and (shown := _value(name, parameters, value)):
            values[name].append(shown)
    rows = [f"{labels[name]}: {value}" for name, each in values.items() for value in dict.fromkeys(each)]
    return "\n".join([f"# {' '.join(title.split())}", "", *map(without_headings, rows)])


def _value(name: str, parameters: Mapping[str, str], value: str) -> str:
    """Return a value as people read it: a date, a person with the address, a number with its kind."""
    if name in _DATES:
        return shown_time(value)
    if name in _PEOPLE:
        address = value.strip().removeprefix("mailto:").removeprefix("MAILTO:")
        person = " ".join(parameters.get("CN", "").split())
        return f"{person} <{address}>" if person and address and person != address else person or address
    if name == "RRULE":
        return value.strip().lower().replace("freq=", "").replace(";", ", ").replace("=", " ")
    shown = _shown(value)
    kinds = [kind for kind in parameters.get("TYPE", "").lower().split(",") if kind and kind not in _NOT_SHOWN]
    return f"{shown} ({', '.join(kinds)})" if kinds and shown and name in {"TEL", "EMAIL", "ADR"} else shown


def _shown(value: str) -> str:
    """Return a text without its escapes, the parts that it consists of apart by commas."""
    parts = (_ESCAPED.sub(_unescaped, part) for part in _BETWEEN.split(value))
    return ", ".join(filter(None, (part.strip() for part in parts)))


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] in "nN" else match[1]


def shown_time(value: str) -> str:
    """Return a date or a time as ISO 8601 to the minute; as it is if it is none."""
    match = _TIME.fullmatch(value.strip())
    if match is None:
        return value.strip()
    year, month, day, hour, minute, utc = match.groups()
    time = f" {hour}:{minute}{' UTC' if utc else ''}" if hour else ""
    return f"{year}-{month}-{day}{time}"
