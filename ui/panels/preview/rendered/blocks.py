"""The blocks of a rendered text. Pure: no Qt, so that they can be built in any thread.

Line numbers are those of the source and begin at 1. `Block` is any of the classes below.
"""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Run:
    """Characters in one style.

    Attributes:
        link: target as the source writes it; empty for none.
        token: colour token of the theme; empty for the colour of the text.
    """

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""
    token: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, a heading or the first paragraph of a list item.

    Attributes:
        heading: level 1 to 6; 0 for plain text.
        indent: depth in lists, from 0.
        mark: bullet, number or task box before a list item.
        quoted: depth in quotations.
        anchor: name that links can point to.
        quiet: whether it is a label that Dowse adds and not part of the text.
    """

    runs: Runs
    line: int
    heading: int = 0
    indent: int = 0
    mark: str = ""
    quoted: int = 0
    anchor: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code or of output; ``line`` is the number of the first one."""

    lines: tuple[Runs, ...]
    line: int
    indent: int = 0
    quoted: int = 0


class Align(StrEnum):
    """Alignment of a table column."""

    NONE = ""
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        rows: cells of each row.
        lines: source line of each row.
        header: whether the first row names the columns.
        aligned: alignment of each column; columns beyond the last follow the direction of the text.
        indent: depth in lists, from 0.
        quoted: depth in quotations.
    """

    rows: tuple[tuple[Runs, ...], ...]
    lines: tuple[int, ...]
    header: bool = True
    aligned: tuple[Align, ...] = ()
    indent: int = 0
    quoted: int = 0

    @property
    def columns(self) -> int:
        """Number of cells in the widest row."""
        return max((len(row) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: from a file (``source`` as the text writes it) or from ``data``."""

    source: str
    alt: str
    line: int
    indent: int = 0
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal rule."""

    line: int


@dataclass(frozen=True, slots=True)
class Omitted:
    """Lines of an output, or rows of a table, that are omitted here and can be read in the source."""

    count: int
    line: int


Block = Paragraph | Code | Table | Picture | Rule | Omitted


def plain(runs: Runs) -> str:
    """Return the characters of ``runs``."""
    return "".join(run.text for run in runs)
