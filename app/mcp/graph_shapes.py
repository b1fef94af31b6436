"""What the tools of the dependency graph return. Keys are those of the command line's ``--json``."""

from typing_extensions import TypedDict  # pydantic refuses typing.TypedDict before Python 3.12


class TreeLine(TypedDict):
    """One line of a tree, in display order.

    ``hidden`` children are not shown, ``note`` says why or names the ring of a cycle; the edges of the types in
    ``incoming`` run from this node to its parent.
    """

    id: str
    name: str
    kind: str
    path: str
    start_line: int
    depth: int
    parent_id: str | None
    edge_types: list[str]
    state: str
    hidden: int
    note: str
    direction: str
    incoming: list[str]


class Link(TypedDict):
    """An edge, from the one that depends to the one it depends on, with the place and kind of its evidence."""

    from_id: str
    to_id: str
    edge_type: str
    path: str
    line: int
    tier: str
    confidence: float


class TreeAnswer(TypedDict):
    """A dependency tree with the edges between its nodes; ``debug`` says whether it was cut, and why."""

    root: str
    direction: str
    nodes: list[TreeLine]
    edges: list[Link]
    debug: dict[str, object]


class PathStep(TypedDict):
    """From one node to the next."""

    from_id: str
    to_id: str
    edges: list[Link]


class PathAnswer(TypedDict, total=False):
    """A shortest way; ``found`` is false where there is none."""

    found: bool
    from_id: str
    to_id: str
    steps: list[PathStep]


class Definition(TypedDict):
    """Something that a file defines."""

    id: str
    name: str
    qualname: str
    kind: str
    repository: str
    path: str
    start_line: int
    end_line: int


class Dependent(Definition):
    """Something that depends on another: ``distance`` steps away, the last of them to ``through``."""

    distance: int
    through: str
    edges: list[Link]


class ImpactAnswer(TypedDict):
    """What depends on what was changed, nearest first.

    ``parts`` are definitions inside the changed ones that something was reached through. ``hidden`` more are
    affected; ``unknown`` files are not in the index, ``stale`` ones differ from what was indexed.
    """

    changed: list[Definition]
    parts: list[Dependent]
    affected: list[Dependent]
    files: list[str]
    hidden: int
    unknown: list[str]
    stale: list[str]


class TableAnswer(TypedDict):
    """Who uses a table; ``refers_to`` and ``referred_by`` are foreign keys."""

    table: Definition
    readers: list[Dependent]
    writers: list[Dependent]
    mapped: list[Dependent]
    refers_to: list[Dependent]
    referred_by: list[Dependent]
    triggers: list[Dependent]
    mentioned: list[Dependent]
    hidden: int


class Cycle(TypedDict):
    """Things that all depend on each other; ``edges`` are a shortest way around."""

    members: list[Definition]
    edges: list[Link]


class CyclesAnswer(TypedDict):
    """The largest rings, and how many there are."""

    of: str
    total: int
    rings: list[Cycle]


class UnusedAnswer(TypedDict):
    """Definitions without a user, and how many there are."""

    total: int
    unused: list[Definition]
