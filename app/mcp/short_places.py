"""Short answers of the tools that find lines and the places of a change."""

from typing import Self

import msgspec

from app.core.answers.lines import LinesAnswer, LinesOfFile
from app.core.answers.locations import ChangeEvidence, FileToChange, LocationsAnswer, TestToRun
from search.types.ids import FileId, NodeId
from search.types.locations import EvidenceKind
from search.types.results import Ready

_DIGITS = 3


class ShortLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A matching line; ``cut`` characters of a very long one stand before ``text``."""

    line: int
    text: str
    cut: int = 0


class ShortLinesOfFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The matching lines of a file; ``stale``: they are those of its indexed text, which changed since."""

    file_id: FileId
    path: str
    lines: tuple[ShortLine, ...]
    stale: bool = False


class ShortLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines that match exactly, by repository and path; the totals count all that there are.

    ``notes`` says what may be mistyped where no file passes the filters.
    """

    total_files: int
    total_lines: int
    files: tuple[ShortLinesOfFile, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: LinesAnswer) -> Self:
        """Return the short form of an answer."""
        notes = () if isinstance(answer.notes, msgspec.UnsetType) else answer.notes
        return cls(answer.total_files, answer.total_lines, tuple(map(_lines, answer.files)), notes)


class ShortEvidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason; ``share`` is what it adds to the score of the file."""

    kind: EvidenceKind
    detail: str = ""
    share: float = 0.0
    commit: str = ""
    line: int = 0


class ShortPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A definition that may have to change; its name is the end of its id."""

    id: NodeId
    kind: str
    start_line: int
    end_line: int
    evidence: tuple[EvidenceKind, ...] = ()


class ShortFileToChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that may have to change, the likeliest first; without a score only the graph leads to it."""

    file_id: FileId
    path: str
    definitions: tuple[ShortPlace, ...]
    evidence: tuple[ShortEvidence, ...]
    rank_score: float = 0.0
    stale: bool = False


class ShortTest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test file that covers ``covers``: ``by`` graph, in ``distance`` steps as ``detail`` says, or by name."""

    __test__ = False

    file_id: FileId
    path: str
    covers: tuple[str, ...]
    by: tuple[EvidenceKind, ...]
    detail: str = ""
    distance: int = 0
    line: int = 0


class ShortLocations(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a described change is to be made, and the tests that cover these files; notes on all come first."""

    notes: tuple[str, ...] = ()
    ready: Ready
    files: tuple[ShortFileToChange, ...]
    tests: tuple[ShortTest, ...]

    @classmethod
    def of(cls, answer: LocationsAnswer) -> Self:
        """Return the short form of an answer."""
        return cls(
            notes=answer.notes,
            ready=answer.ready,
            files=tuple(map(_file, answer.files)),
            tests=tuple(map(_test, answer.tests)),
        )


def _lines(file: LinesOfFile) -> ShortLinesOfFile:
    lines = tuple(
        ShortLine(each.line, each.text, 0 if isinstance(each.cut, msgspec.UnsetType) else each.cut)
        for each in file.lines
    )
    return ShortLinesOfFile(file.file_id, file.path, lines, file.stale)


def _file(file: FileToChange) -> ShortFileToChange:
    return ShortFileToChange(
        file_id=file.file_id,
        path=file.path,
        definitions=tuple(
            ShortPlace(each.id, each.kind, each.start_line, each.end_line, each.evidence)
            for each in file.definitions
        ),
        evidence=tuple(map(_evidence, file.evidence)),
        rank_score=round(file.rank_score, _DIGITS),
        stale=file.stale,
    )


def _evidence(reason: ChangeEvidence) -> ShortEvidence:
    return ShortEvidence(reason.kind, reason.detail, round(reason.share, _DIGITS), reason.commit, reason.line)


def _test(test: TestToRun) -> ShortTest:
    return ShortTest(test.file_id, test.path, test.covers, test.by, test.detail, test.distance, test.line)
