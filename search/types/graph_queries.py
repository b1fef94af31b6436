"""Questions to the dependency graph besides trees and paths: impact, use of tables, cycles."""

from dataclasses import dataclass
from enum import StrEnum

from search.types.architecture import CheckedRule
from search.types.graph import EdgeType, Node, PathStep, TreeEdge
from search.types.ids import NodeId

MOST_WAYS = 5
"""Default number of ways from one thing to another."""

MOST_SHOWN = 200
"""Default number of things that an answer lists."""


@dataclass(frozen=True, slots=True)
class PathRequest:
    """Ask by which ways one thing depends on another.

    Attributes:
        source, target: identifiers, paths or names.
        via: what every way passes; empty for any.
        most: how many ways are returned at most.
        overloads: whether each overload of a method is a node.
    """

    source: str
    target: str
    via: str = ""
    most: int = MOST_WAYS
    overloads: bool = False


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """What changed in a file, according to a diff.

    Attributes:
        path: absolute, or relative to its root, with ``/``.
        lines: (first, last) of the file as it is now, from 1, inclusive; (n + 1, n) where lines after n were
            removed. Without any, all of it.
        branch: the branch of the file, if it is not the one that is checked out.
    """

    path: str
    lines: tuple[tuple[int, int], ...] = ()
    branch: str = ""


@dataclass(frozen=True, slots=True)
class ImpactRequest:
    """Ask what depends on some things.

    Attributes:
        targets: identifiers, paths or unique names.
        changes: parts of files, whose definitions count as changed.
        edges: what to follow against its direction; the default set when empty.
        max_nodes: how much is listed at most, nearest first.
        overloads: whether each overload of a method is a node.
        tests: whether tests are listed too; else they are counted, unless a test is what is to be changed.
    """

    targets: tuple[str, ...] = ()
    changes: tuple[ChangedFile, ...] = ()
    edges: tuple[EdgeType, ...] = ()
    max_nodes: int = MOST_SHOWN
    overloads: bool = False
    tests: bool = True


@dataclass(frozen=True, slots=True)
class AddedRequest:
    """Request for the dependencies that a folder has in addition to an earlier commit.

    Attributes:
        folder: absolute; the watched folder around it, or the only one in it, is compared.
        revision: what git knows as a commit; ``A..B`` compares the indexed branch ``B`` with where it left ``A``.
    """

    folder: str
    revision: str


@dataclass(frozen=True, slots=True)
class Dependent:
    """Something that depends on another thing, with the evidence.

    Attributes:
        name: to show: a member's is preceded by that of its type.
        distance: steps from the requested node, from 1.
        through: the node at the other end of the last of these steps.
        edges: of that step, by type.
    """

    node: Node
    name: str
    distance: int
    through: NodeId
    edges: tuple[TreeEdge, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything that depends on changed definitions.

    Attributes:
        changed: named definitions, or those with changed lines.
        parts: what these define and something was reached through; ``distance`` 0, ``through`` what defines it.
        affected: nearest first, then in display order.
        files: paths of the files that contain everything affected, sorted; changed files are not listed.
        hidden: how many of the affected are not listed.
        unknown: the changed files that are not in the index.
        stale: the changed files that differ on disk from their indexed version, so that lines may be off.
        tests_left_out: how many tests are affected, where they are not listed.
        mentioned_in: how many other files of its repository contain the name of the one changed definition, where
            no code but tests is affected: a use that the graph does not know may be among them.
    """

    changed: tuple[Node, ...]
    parts: tuple[Dependent, ...]
    affected: tuple[Dependent, ...]
    files: tuple[str, ...]
    hidden: int = 0
    unknown: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    mentioned_in: int = 0
    tests_left_out: int = 0


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Ask who uses a table or view; ``max_nodes`` bounds each group of the answer."""

    table: str
    max_nodes: int = MOST_SHOWN


@dataclass(frozen=True, slots=True)
class TableUse:
    """Who uses a table or view, and what it refers to; each group in display order.

    Readers and writers include what reads or writes *through* them: the callers of a procedure, the users of a
    view. These come below it, with their ``distance`` from the table; code is not followed to its own callers.

    Attributes:
        mapped: classes that are mapped to it.
        refers_to: tables its foreign keys lead to (``distance`` 1, ``through`` the table).
        referred_by: tables whose foreign keys lead to it.
        triggers: on it.
        mentioned: documents that mention it.
        hidden: how many are not listed.
    """

    table: Node
    readers: tuple[Dependent, ...]
    writers: tuple[Dependent, ...]
    mapped: tuple[Dependent, ...]
    refers_to: tuple[Dependent, ...]
    referred_by: tuple[Dependent, ...]
    triggers: tuple[Dependent, ...]
    mentioned: tuple[Dependent, ...]
    hidden: int = 0


class CycleScope(StrEnum):
    """The kind of the members of a cycle."""

    FILES = "files"
    DEFINITIONS = "definitions"


@dataclass(frozen=True, slots=True)
class Cycle:
    """Things that all depend on each other.

    Attributes:
        members: all of them, by identifier.
        edges: a shortest way around, from one member back to it; the ends are members. Of files, the evidence is
            that of the first dependency between them.
    """

    members: tuple[Node, ...]
    edges: tuple[TreeEdge, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """Dependencies that a branch has in addition to the commit where it began.

    Attributes:
        commit: the earlier commit.
        dependencies: new ones between files, and on packages and tables: those on a database first, then those
            on new packages, on code, and on packages that were used before.
        in_tests: how many further ones tests have.
        cycles: of files, that a new dependency closes; ``members`` are those on the way around alone.
        rules: architecture rules with the violations that are new, where there are any.
    """

    repository: str
    commit: str
    dependencies: tuple[PathStep, ...]
    in_tests: int
    cycles: tuple[Cycle, ...]
    rules: tuple[CheckedRule, ...]


class Doubt(StrEnum):
    """Why something that no edge leads to may be used all the same."""

    TESTS = "tests"
    """Only tests use it."""
    EXPORTED = "exported"
    """Its name can be used from outside of the index."""
    NAMED = "named"
    """Its name appears outside of its definitions: in code of unknown types, strings, settings."""
    COMPOSED = "composed"
    """Some code puts together names that begin so."""
    DECORATED = "decorated"
    """A decorator or an attribute may register it."""
    BASE = "base"
    """Others may reach it: through a base of its type that is not indexed or that code uses, the interface or the
    trait that it implements, the type that it adds to, or an object that code outside makes or calls."""


class Confidence(StrEnum):
    """How sure it is that nothing uses a definition."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class UnusedDefinition:
    """A definition that nothing is known to use, but perhaps tests.

    Attributes:
        doubts: what speaks against it, in the order of `Doubt`.
    """

    node: Node
    doubts: tuple[Doubt, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """Return high without doubts, and medium if tests and code that is not indexed are the only ones."""
        if not self.doubts:
            return Confidence.HIGH
        return Confidence.MEDIUM if {Doubt.TESTS, Doubt.EXPORTED}.issuperset(self.doubts) else Confidence.LOW


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file whose dependencies are in the graph only in part.

    Attributes:
        reason: what could not be read, and why.
    """

    file_id: str
    repository: str
    path: str
    language: str
    reason: str
