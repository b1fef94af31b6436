"""The answer of ``where --json`` and of the tool ``locate_change``."""

from typing import Self

import msgspec

from search.types.ids import FileId
from search.types.locations import ChangeLocations, CoveringTest, LocatedDefinition, LocationEvidence
from search.types.results import Ready


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
    evidence: tuple[LocationEvidence, ...]


class LocationsAnswer(msgspec.Struct, frozen=True):
    """Where a described change is to be made, the likeliest file first, and the tests that cover these files.

    ``frames`` and ``words`` are how many places in code and words the text has.
    """

    frames: int
    words: int
    took_ms: float
    ready: Ready
    files: tuple[FileToChange, ...]
    tests: tuple[CoveringTest, ...]
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
            tests=locations.tests,
            notes=tuple(map(str, locations.notes)),
        )
