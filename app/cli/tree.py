"""``dowse tree``: what something depends on, and what depends on it."""

import argparse

from app.answers import tree_json
from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.output import line, print_json, remark, styled
from app.opening import Opening, opened_core
from search.errors import AmbiguousNameError, BadInputError
from search.types.filters import OWNER
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeNode, TreeRequest

MARKS = {
    NodeState.CYCLE: "(cycle)",
    NodeState.SHOWN_ABOVE: "(shown above)",
    NodeState.TRUNCATED: "...",
    NodeState.EXTERNAL: "(external)",
    NodeState.AMBIGUOUS: "(ambiguous)",
}


CUTS = {
    "limit_reached": "There is more: raise --max-nodes to see it.",
    "fan_out_reached": "Some nodes have more neighbours than are shown.",
}
"""What is said of a tree that was cut; lines that end at the depth asked for say so themselves."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("tree", parents=[common], help="show what depends on what")
    command.set_defaults(run=run)
    command.add_argument("target", metavar="ID|PATH|NAME")
    command.add_argument("--direction", choices=list(Direction), default=Direction.BOTH.value)
    command.add_argument("--depth", type=int, default=3)
    command.add_argument("--max-nodes", type=int, default=64)
    command.add_argument("--edges", metavar="TYPE,...", default="", help=", ".join(EdgeType))


def run(options: argparse.Namespace) -> int:
    """Print the tree; a name that stands for several nodes lists them and is bad input."""
    request = TreeRequest(
        as_the_core_reads_it(options.target),
        Direction(options.direction),
        _at_least_one("depth", options.depth),
        _at_least_one("max-nodes", options.max_nodes),
        _edge_types(options.edges),
    )
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        try:
            tree = core.tree(request, OWNER)
        except AmbiguousNameError as error:
            for candidate in error.candidates:
                line(candidate)
            raise
    if options.json:
        print_json(tree_json(tree))
    else:
        _print(tree)
    return 0


def _at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise BadInputError(f"--{name} is {value}", remedy=f"--{name} must be at least 1.")
    return value


def _edge_types(text: str) -> tuple[EdgeType, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in list(EdgeType)]
    if unknown:
        raise BadInputError(f"--edges has {', '.join(unknown)}", remedy=f"Choose from: {', '.join(EdgeType)}.")
    return tuple(EdgeType(name) for name in names)


def _print(tree: DependencyTree) -> None:
    half: Direction | None = None
    for node in tree.nodes:
        if node.depth > 0 and node.direction is not half:
            half = node.direction
            line(styled("depends on" if half is Direction.DEPENDS_ON else "used by", "bold"))
        _print_node(node)
    if tree.debug.truncated and tree.debug.reason in CUTS:
        remark(CUTS[tree.debug.reason])


def _print_node(node: TreeNode) -> None:
    place = f"{node.path}:{node.start_line}" if node.path else ""
    edges = f"[{', '.join(node.edge_types)}] " if node.edge_types else ""
    mark = (
        f"{node.hidden} more" if node.state is NodeState.TRUNCATED and node.hidden else MARKS.get(node.state, "")
    )
    parts = (
        "  " * node.depth + styled(edges, "dim") + styled(node.name, "bold"),
        node.kind,
        place,
        mark,
        node.note,
    )
    line("  ".join(part for part in parts if part))
