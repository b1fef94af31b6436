"""Places for a described change: files, definitions and tests, each with its evidence."""

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from search.errors import BadInputError
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.ids import FileId, NodeId
from search.types.query import RankSettings
from search.types.results import Ready

DEFAULT_TOP = 10
MOST_LOCATED = 100
"""More files than anybody reads for one change."""


class EvidenceKind(StrEnum):
    """Why a file may have to change, the strongest first."""

    FRAME = "frame"
    """A stack trace, a diff or ``worker.py:88`` names the place."""
    MESSAGE = "message"
    """An error message of the text was formatted from a literal in it."""
    NAME = "name"
    """The text names the file or something that it defines."""
    COMMIT = "commit"
    """A commit with a similar message changed it."""
    WORDS = "words"
    MEANING = "meaning"
    GRAPH = "graph"
    """It uses a definition that was located, or is used by one."""


@dataclass(frozen=True, slots=True)
class LocateRequest:
    """Ask where a change is to be made.

    Attributes:
        text: a report, a stack trace, or a sentence; taken as plain words, except a last line of filters.
        top: how many files at most.
        tests: how many tests at most.
        ranking: how the files are ranked.
        filters: further filters, which narrow whatever the text ends with.
    """

    text: str
    top: int = DEFAULT_TOP
    tests: int = DEFAULT_TOP
    access: Access = OWNER
    ranking: RankSettings = field(default_factory=RankSettings)
    filters: str = ""

    def __post_init__(self) -> None:
        """Refuse a number out of range.

        Raises:
            BadInputError: naming the number.
        """
        for name, value, least in (("top", self.top, 1), ("tests", self.tests, 0)):
            if not least <= value <= MOST_LOCATED:
                rule = f"between {least} and {MOST_LOCATED}"
                raise BadInputError("value.out_of_range", name=name, value=repr(value), rule=rule)


class LocationEvidence(msgspec.Struct, frozen=True):
    """One reason.

    Attributes:
        reason: the place, the literal, the name, the subject of the commit, the words, or the dependency.
        share: its share of the rank score; 0 for the graph, which adds nothing.
        commit: short hash, for a commit.
        line: line of the file with a frame, a literal or a use, from 1; 0 where no line is known.
    """

    kind: EvidenceKind
    reason: str | Message = ""
    share: float = 0.0
    commit: str = ""
    line: int = 0

    @property
    def detail(self) -> str:
        """Return the reason in English."""
        return str(self.reason)


class LocatedDefinition(msgspec.Struct, frozen=True):
    """A definition that may have to change; its lines count from 1, both inclusive.

    Attributes:
        id: of its node in the dependency graph.
        evidence: what speaks for this definition, the strongest first.
    """

    id: NodeId
    name: str
    kind: str
    start_line: int
    end_line: int
    evidence: tuple[EvidenceKind, ...]


class LocatedFile(msgspec.Struct, frozen=True):
    """A file that may have to change.

    Attributes:
        rank: from 1; files that only the graph leads to follow the others.
        rank_score: as in a search; 0 for a file that only the graph leads to.
        stale: it changed since it was indexed, so that lines may be off.
        root_path: absolute path of its root; empty for a branch that is not checked out.
    """

    rank: int
    file_id: FileId
    path: str
    repository: str
    branch: str
    rank_score: float
    stale: bool
    definitions: tuple[LocatedDefinition, ...]
    evidence: tuple[LocationEvidence, ...]
    root_path: str = ""


class CoveringTest(msgspec.Struct, frozen=True):
    """A file with tests that cover located files, which may be one of these.

    Attributes:
        covers: paths of these files.
        by: ``graph`` if it depends on one of their definitions, ``name`` if it is named after one of the files.
        reason: the dependency, such as ``test_run uses Worker.run``; empty for a name alone.
        distance: steps from the test to the definition; 0 for a name alone.
        line: first line of the definition in the test that depends on it; 0 for a name alone.
        root_path: absolute path of its root; empty for a branch that is not checked out.
    """

    file_id: FileId
    path: str
    repository: str
    branch: str
    covers: tuple[str, ...]
    by: tuple[EvidenceKind, ...]
    reason: str | Message = ""
    distance: int = 0
    line: int = 0
    root_path: str = ""

    @property
    def detail(self) -> str:
        """Return the reason in English."""
        return str(self.reason)


@dataclass(frozen=True, slots=True)
class ChangeLocations:
    """Answer to a `LocateRequest`.

    Attributes:
        frames, words: how many places in code and words the text has.
        files: the likeliest first.
        tests: those that cover the files, direct ones first.
        notes: what to know of the answer.
    """

    frames: int
    words: int
    files: tuple[LocatedFile, ...]
    tests: tuple[CoveringTest, ...]
    took_ms: float
    ready: Ready
    notes: tuple[Message, ...] = ()
