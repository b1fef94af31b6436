"""Gathers things of one file or database in boxes, and folds those of hubs. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from search.types.graph import NodeState
from ui.i18n.language import translate
from ui.panels.dependencies.edges import location_of, name_of, repository_of
from ui.panels.dependencies.graph.neighbourhood import Neighbourhood, Thing

MOST_ROWS = 8
"""Things of a box that are shown; more are folded into its last row, unless that row was opened."""

HUB = 10
"""A node with more neighbouring boxes than this that lead nowhere else is a hub; the other boxes are folded."""

MOST_BOXES = 120
"""Boxes on the canvas at most: placing more would hold up the window for longer than a keystroke may take."""


@dataclass(frozen=True, slots=True)
class Box:
    """Things of one file or database in one column, or a fold.

    Attributes:
        key: stable from one drawing of a tree to the next.
        title: name of the file or database; empty for a fold of a hub.
        folder: folder of the file.
        head: the file itself, where it is one of the things.
        things: those that are shown as rows.
        folded: things that the last row stands for; of a fold of a hub, all.
    """

    key: str
    rank: int
    title: str
    folder: str = ""
    head: Thing | None = None
    things: tuple[Thing, ...] = ()
    folded: tuple[Thing, ...] = ()

    @property
    def everything(self) -> tuple[Thing, ...]:
        """Return every thing in it, also those that are folded."""
        return (*([self.head] if self.head is not None else []), *self.things, *self.folded)


def boxes_of(hood: Neighbourhood, opened: Collection[str]) -> tuple[Box, ...]:
    """Return the boxes of a neighbourhood; ``opened`` are the keys of boxes and folds that a person opened."""
    members: dict[tuple[int, str], list[Thing]] = {}
    for thing in hood.things:
        members.setdefault((thing.rank, _group_of(thing)), []).append(thing)
    boxes = [_box(rank, group, things, opened) for (rank, group), things in members.items()]
    return tuple(_without_hubs(boxes, hood, opened))


def _group_of(thing: Thing) -> str:
    """Return the key that groups a node: its file, its database, or the source of its package."""
    node = thing.node
    if ":sql:" in node.id:
        return "sql:" + database_of(node.id)
    if node.kind == "namespace":
        return node.kind
    return node.path or ":".join(node.id.split(":")[:2])


def database_of(node_id: str) -> str:
    """Return database and schema of a database object: ``shop/dbo`` of ``app@main:sql:shop/dbo.orders``."""
    return node_id.partition(":sql:")[2].rpartition(".")[0]


def _box(rank: int, group: str, things: Sequence[Thing], opened: Collection[str]) -> Box:
    key = f"{rank}:{group}"
    head = next((thing for thing in things if thing.node.kind == "file"), None)
    rows = [thing for thing in things if thing is not head]
    shown = len(rows) if key in opened or len(rows) <= MOST_ROWS else MOST_ROWS - 1
    first = things[0].node
    if group.startswith("sql:"):
        title, folder = group.removeprefix("sql:") or first.name, ""
    elif first.kind == "namespace":
        title, folder = translate("Namespaces"), ""
    elif first.kind == "package" and first.state is not NodeState.EXTERNAL:
        title, folder = repository_of(first), ""
    elif first.state is NodeState.EXTERNAL or not first.path:
        title, folder = location_of(first) or name_of(first), ""
    elif head is not None:
        title, folder = name_of(head.node), first.path.rpartition("/")[0]
    else:
        folder, _, title = first.path.rpartition("/")
    return Box(key, rank, title, folder, head, tuple(rows[:shown]), tuple(rows[shown:]))


def _without_hubs(boxes: Sequence[Box], hood: Neighbourhood, opened: Collection[str]) -> Iterable[Box]:
    """Yield the boxes; of those that only one thing leads to and that lead nowhere, a hub keeps the first few."""
    leads = {thing.above for thing in hood.things}
    room = max(1, HUB * MOST_BOXES // max(len(boxes), MOST_BOXES))
    beside: dict[tuple[str, int], list[Box]] = {}
    for box in boxes:
        hub = _only_leaves_of(box, leads)
        if hub:
            beside.setdefault((hub, box.rank), []).append(box)
    folded: dict[str, str] = {}
    folds: dict[str, Box] = {}
    for (hub, rank), leaves in beside.items():
        key = f"{rank}:fold:{hub}"
        if len(leaves) > room and (key not in opened or len(boxes) > MOST_BOXES):
            rest = leaves[room - 1 :]
            folds[key] = Box(key, rank, "", folded=tuple(thing for box in rest for thing in box.everything))
            folded |= {box.key: key for box in rest}
    for box in boxes:
        if box.key not in folded:
            yield box
        elif (fold := folds.pop(folded[box.key], None)) is not None:
            yield fold


def _only_leaves_of(box: Box, leads: Collection[str]) -> str:
    """Return the thing that all of a box were reached from, if none of them leads further; else nothing."""
    above = {thing.above for thing in box.everything}
    further = any(thing.id in leads or thing.cuts for thing in box.everything)
    return next(iter(above)) if len(above) == 1 and not further else ""
