"""How commands print: JSON exactly as documented, colour on a terminal, plain lines into a pipe."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from app.cli.streams import put, put_aside
from search.errors import AmbiguousNameError
from search.types.shown import in_lines, in_one_line

if TYPE_CHECKING:
    from rich.console import Console

    from search.types.locations import LocatedFile
    from search.types.results import FileHit

MOST_LISTED = 8
"""Names that one line lists."""

_STYLE_MARK = f"<{os.urandom(8).hex()}>"
"""Replaces the escape character of our own styles until a line is printed: no text of a file can contain it."""


def print_json(value: object) -> None:
    """Print a value as indented JSON in UTF-8."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    put(text.decode("utf-8") + "\n")


class Color(StrEnum):
    """When the output is coloured."""

    AUTO = "auto"
    """On a terminal, unless ``NO_COLOR`` is set or the terminal has no colours."""
    ALWAYS = "always"
    NEVER = "never"


class _Options:
    """How this process prints, as its command line says."""

    color = Color.AUTO
    quiet = False


_options = _Options()


def use_color(when: Color) -> None:
    """Choose when the output of this process is coloured."""
    _options.color = when


def be_quiet(quiet: bool) -> None:  # noqa: FBT001 - the value of an option
    """Choose whether this process prints remarks."""
    _options.quiet = quiet


def is_quiet() -> bool:
    """Return whether only answers and errors are printed."""
    return _options.quiet


def on_terminal() -> bool:
    """Return whether a person is looking at the output."""
    return sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def styled(text: str, style: str) -> str:
    """Return the text with a style such as ``bold cyan`` where the output shows styles, else as it is."""
    if not _shows_styles():
        return text
    from rich.text import Text

    with console().capture() as capture:
        console().print(Text(in_one_line(text), style=style), end="", soft_wrap=True)
    return capture.get().replace("\x1b", _STYLE_MARK)


def _shows_styles() -> bool:
    if _options.color is Color.AUTO:
        return on_terminal() and not os.environ.get("NO_COLOR")
    return _options.color is Color.ALWAYS


@cache
def console() -> "Console":
    """Return the console of rich, which is imported only where styles are shown."""
    from rich.console import Console

    if on_terminal():
        return Console(highlight=False, no_color=False)
    return Console(highlight=False, no_color=False, force_terminal=True, color_system="standard")


def line(text: str = "") -> None:
    """Print one line; control characters that are not from `styled` are escaped."""
    put(in_one_line(text).replace(_STYLE_MARK, "\x1b") + "\n")


def write(text: str) -> None:
    """Print a text with its own line ends; on a terminal, control characters are escaped."""
    shown = in_lines(text) if on_terminal() else text
    put(shown.replace(_STYLE_MARK, "\x1b"))


def remark(text: str) -> None:
    """Tell a person something that is not part of the answer; with ``--quiet`` nothing."""
    if not _options.quiet:
        complain(text)


def complain(text: str) -> None:
    """Tell a person what went wrong."""
    put_aside(in_lines(text).replace(_STYLE_MARK, "\x1b") + "\n")


@contextmanager
def candidates_listed(*, as_json: bool) -> Iterator[None]:
    """List the candidates of an ambiguous name, one per line, if that is the error.

    With ``as_json`` they go to standard error: a program that reads JSON gets JSON or nothing.
    """
    try:
        yield
    except AmbiguousNameError as error:
        for candidate in error.candidates:
            (complain if as_json else line)(candidate)
        raise


def plural(count: int, singular: str, many: str = "") -> str:
    """Return ``1 file`` or ``3 files``."""
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """Return the first of some names for a person, and how many more there are."""
    more = len(names) - MOST_LISTED
    return ", ".join([*names[:MOST_LISTED], *([f"+{more:,} more"] if more > 0 else [])])


def size(byte_count: int) -> str:
    """Return a size for a person, such as ``12.3 MB``."""
    value = float(byte_count)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} TB"


def location_of(file: "FileHit | LocatedFile") -> str:
    """Return the path under which terminals and editors open a file from this working directory."""
    if not file.root_path:  # its branch is not checked out
        return file.path
    path = os.path.join(file.root_path, *file.path.split("/"))  # noqa: PTH118 - no Path on the way to an engine
    below = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118 - as above
    return path.removeprefix(below)
