"""What a rendered text is made of. Pure: no Qt, made in any thread.

Lines are those of the source, from 1. `Block` is any of the kinds below.
"""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one look.

    Attributes:
        link: where they lead, as the source writes it; empty for none.
        token: colour token; empty for the text's own colour.
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
    """A paragraph, a heading or the beginning of a list item.

    Attributes:
        heading: 1 to 6; 0 for plain text.
        indent: depth in lists, from 0.
        mark: what stands before a list item: a bullet, a number, a box.
        quoted: depth in quotations.
        anchor: name that a link can lead to.
        quiet: a label of ours, not the text's own.
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
    """Lines of code or of output; ``line`` is that of the first one."""

    lines: tuple[Runs, ...]
    line: int
    indent: int = 0
    quoted: int = 0


class Align(StrEnum):
    """Where the words of a column stand."""

    NONE = ""
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, each with its source line; ``header`` says that the first row names the columns.

    Attributes:
        aligned: of each column from the first; where there are no more, as the text runs.
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
        """How many cells the widest row has."""
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
    """A line across."""

    line: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Lines of an output or rows of a table that are only in the source."""

    count: int
    line: int


Block = Paragraph | Code | Table | Picture | Rule | LeftOut


def plain(runs: Runs) -> str:
    """Return the characters of ``runs``."""
    return "".join(run.text for run in runs)
