"""Addresses that editors and browsers hand over: ``dowse://open?path=&line=`` and ``dowse://search?q=``.

Whoever writes a web page can write such an address, so it is read strictly, and asks for nothing but to be shown.
"""

from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import parse_qsl, urlsplit

from search.errors import BadInputError

SCHEME = "dowse"
MOST_CHARS = 4_000
MOST_LINE = 10_000_000

_HELP = "Write dowse://search?q=WORDS or dowse://open?path=PATH&line=LINE."


@dataclass(frozen=True, slots=True)
class SearchAddress:
    """Show the results of a query."""

    query: str


@dataclass(frozen=True, slots=True)
class FileAddress:
    """Show a line of an indexed file; ``path`` is absolute, or as results show it."""

    path: str
    line: int = 1


def parsed_address(text: str) -> SearchAddress | FileAddress:
    """Return what an address asks for.

    Raises:
        BadInputError: it is no such address, or holds anything else.
    """
    if len(text) > MOST_CHARS:
        raise BadInputError(f"the address has {len(text):,} characters", remedy=f"Give at most {MOST_CHARS:,}.")
    try:
        parts = urlsplit(text)
        parameters = parse_qsl(
            parts.query, keep_blank_values=True, strict_parsing=bool(parts.query), errors="strict"
        )
    except ValueError as error:
        raise BadInputError(f"{text!r} is no address: {error}", remedy=_HELP) from error
    if parts.scheme != SCHEME or parts.path not in {"", "/"} or parts.fragment:
        raise BadInputError(f"{text!r} is no address of Dowse", remedy=_HELP)
    values = dict(parameters)
    if len(values) != len(parameters) or not all(
        value.isprintable() and value.strip() for value in values.values()
    ):
        raise BadInputError(f"{text!r} has empty, repeated or unprintable values", remedy=_HELP)
    match parts.netloc, sorted(values):
        case "search", ["q"]:
            return SearchAddress(values["q"])
        case "open", ["path"] | ["line", "path"]:
            return FileAddress(_path(values["path"]), _line(values.get("line", "1")))
    raise BadInputError(f"{text!r} asks for what there is not", remedy=_HELP)


def _path(value: str) -> str:
    if ".." in PurePath(value).parts or ".." in value.replace("\\", "/").split("/"):
        raise BadInputError(f"{value!r} leads out of its folder", remedy="Give the path without '..'.")
    return value


def _line(value: str) -> int:
    if not (value.isascii() and value.isdigit()) or not 1 <= int(value[:9]) <= MOST_LINE or len(value) > 8:
        raise BadInputError(f"line is {value!r}", remedy=f"Give a number from 1 to {MOST_LINE:,}.")
    return int(value)
