"""The answer of ``where --json`` and of the tool ``locate_change``."""

from typing import Self

import msgspec

from search.types.ids import FileId
from search.types.locations import ChangeLocations, EvidenceKind, LocatedDefinition
from search.types.results import Ready


class ChangeEvidence(msgspec.Struct, frozen=True):
    """One reason.

    ``detail`` is the place, the literal, the name, the subject of the commit, the words, or the dependency, and
    ``share`` what it adds to the rank score. ``commit`` is a short hash. ``line`` has the frame, the literal or
    the use; 0 where no line is known.
    """

    kind: EvidenceKind
    detail: str
    share: float
    commit: str
    line: int


class FileToChange(msgspec.Struct, frozen=True):
    """A file that may have to change; with a ``rank_score`` of 0 only the dependency graph leads to it."""

    rank: int
    file_id: FileId
    path: str
    repository: str
    branch: str
    rank_score: float
    stale: bool
    definitions: tuple[LocatedDefinition, ...]
    evidence: tuple[ChangeEvidence, ...]


class TestToRun(msgspec.Struct, frozen=True):
    """A test file that covers the files ``covers``.

    ``by`` is ``graph`` if it depends on one of their definitions, in ``distance`` steps as ``detail`` says, and
    ``name`` if it is named after one of the files. ``line`` is the first of the definition that depends on it.
    """

    __test__ = False

    file_id: FileId
    path: str
    repository: str
    branch: str
    covers: tuple[str, ...]
    by: tuple[EvidenceKind, ...]
    detail: str
    distance: int
    line: int


class LocationsAnswer(msgspec.Struct, frozen=True):
    """Where a described change is to be made, the likeliest file first, and the tests that cover these files.

    ``frames`` and ``words`` are how many places in code and words the text has.
    """

    frames: int
    words: int
    took_ms: float
    ready: Ready
    files: tuple[FileToChange, ...]
    tests: tuple[TestToRun, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, locations: ChangeLocations) -> Self:
        """Return the answer for located files."""
        return cls(
            frames=locations.frames,
            words=locations.words,
            took_ms=round(locations.took_ms, 3),
            ready=locations.ready,
            files=msgspec.convert(locations.files, tuple[FileToChange, ...], from_attributes=True),
            tests=msgspec.convert(locations.tests, tuple[TestToRun, ...], from_attributes=True),
            notes=tuple(map(str, locations.notes)),
        )
