"""Addresses that editors and browsers hand over: ``dowse://open?path=&line=`` and ``dowse://search?q=``.

Any web page can contain such an address, so it is parsed strictly, and can only show something.
"""

from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import parse_qsl, urlsplit

from search.errors import BadInputError

SCHEME = "dowse"
MOST_CHARS = 4_000
MOST_LINE = 10_000_000


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
    """Return the request of an address.

    Raises:
        BadInputError: it is no such address, or holds anything else.
    """
    if len(text) > MOST_CHARS:
        raise BadInputError("link.too_long", count=len(text), limit=MOST_CHARS)
    try:
        parts = urlsplit(text)
        parameters = parse_qsl(
            parts.query, keep_blank_values=True, strict_parsing=bool(parts.query), errors="strict"
        )
    except ValueError as error:
        raise BadInputError("link.no_url", url=repr(text), reason=error) from error
    if parts.scheme != SCHEME or parts.path not in {"", "/"} or parts.fragment:
        raise BadInputError("link.not_of_dowse", url=repr(text))
    values = dict(parameters)
    if len(values) != len(parameters) or not all(
        value.isprintable() and value.strip() for value in values.values()
    ):
        raise BadInputError("link.bad_values", url=repr(text))
    match parts.netloc, sorted(values):
        case "search", ["q"]:
            return SearchAddress(values["q"])
        case "open", ["path"] | ["line", "path"]:
            return FileAddress(_path(values["path"]), _line(values.get("line", "1")))
    raise BadInputError("link.unknown_request", url=repr(text))


def _path(value: str) -> str:
    if ".." in PurePath(value).parts or ".." in value.replace("\\", "/").split("/"):
        raise BadInputError("link.path_outside", path=repr(value))
    return value


def _line(value: str) -> int:
    if not (value.isascii() and value.isdigit()) or not 1 <= int(value[:9]) <= MOST_LINE or len(value) > 8:
        raise BadInputError("link.bad_line", value=repr(value), limit=MOST_LINE)
    return int(value)
