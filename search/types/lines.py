"""Finding lines exactly: the question, and its answer in pages."""

from dataclasses import dataclass

import msgspec

from search.errors import BadInputError
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.line_columns import LineColumns, LineRows
from search.types.results import Facet, FileHit

MOST_LINES = 10_000
"""Lines of one page; the answer of a request stays below a few megabytes."""


@dataclass(frozen=True, slots=True)
class LineOptions:
    """How an editor reads the text of a search; the fields are its toggles.

    Attributes:
        regex: the text is a regular expression; else it is a literal, but for what stands between slashes.
        match_case: capitals and small letters differ.
        whole_word: no letter, digit or underscore is next to a match.
        multiline: a match may span lines; a pattern that names a line end may anyway.
    """

    regex: bool = False
    match_case: bool = False
    whole_word: bool = False
    multiline: bool = False


@dataclass(frozen=True, slots=True)
class LinePosition:
    """A position between the lines of an answer: everything before this file is done.

    Attributes:
        line: lines of the file up to this one are done too; 0 for none.
    """

    repository: str
    branch: str
    path: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class LineQuery:
    """A question for lines.

    Attributes:
        text: the literal or pattern, with filters of the query language in any position.
        after: where to go on; the ``next`` of the page before. None begins.
        most_lines: number of lines in one page; the others are only counted when it is 0.
        facets: count the values of filter columns too.
        filters: further filters, which are never part of the text.
    """

    text: str
    options: LineOptions = LineOptions()
    access: Access = OWNER
    after: LinePosition | None = None
    most_lines: int = 1_000
    facets: bool = False
    filters: str = ""

    def __post_init__(self) -> None:
        """Refuse a number of lines out of range.

        Raises:
            BadInputError: naming the value.
        """
        if not 0 <= self.most_lines <= MOST_LINES:
            rule = f"between 0 and {MOST_LINES}"
            raise BadInputError("value.out_of_range", name="most_lines", value=repr(self.most_lines), rule=rule)


class FileLines(msgspec.Struct, frozen=True):
    """The matching lines of one file, in order.

    Attributes:
        file: the file, without scores; ``rank`` counts the files of the page.
        columns: its lines, which may go on in the next page.
    """

    file: FileHit
    columns: LineColumns

    @property
    def lines(self) -> LineRows:
        """The lines, each made when it is asked for."""
        return self.columns.rows


class LinePage(msgspec.Struct, frozen=True):
    """A part of an answer; files are ordered by repository, branch and path.

    Attributes:
        file_count: files whose first matching line is in this page.
        line_count: matching lines in this page, whether or not they are in ``files``.
        searched_files: how many files pass filters and access rights, in all pages together.
        next: where the next page begins; None if this is the last one.
        notes: messages for the person.
        facets: values of filter columns, with how many of the files of ``file_count`` have them; empty unless
            asked for.
    """

    files: tuple[FileLines, ...]
    file_count: int
    line_count: int
    searched_files: int
    took_ms: float
    next: LinePosition | None = None
    notes: tuple[Message, ...] = ()
    facets: tuple[Facet, ...] = ()


@dataclass(frozen=True, slots=True)
class LinesRequest:
    """Lines of a file.

    Attributes:
        file: identifier of the file.
        first_line, last_line: from 1, both inclusive; a last line before the first one means that line alone.
    """

    file: str
    first_line: int = 1
    last_line: int = 0
