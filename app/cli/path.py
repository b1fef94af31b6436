"""``dowse path``: how one thing depends on another."""

import argparse
from collections.abc import Sequence

from app.cli.arguments import (
    NAMED,
    NOTHING_FOUND,
    Commands,
    add_overloads,
    as_it_is_stored,
    at_least_one,
    config_of,
    index_of,
)
from app.cli.drawing import Form, add_format, form_of, print_tree
from app.cli.open_core import Opening, opened_core
from app.cli.output import candidates_listed, line, listed, print_json, remark, styled
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import PathAnswer
from search.graph.as_tree import path_tree
from search.graph.text import WORDS
from search.types.filters import OWNER
from search.types.graph import DependencyPath, Node
from search.types.graph_queries import MOST_WAYS, PathRequest
from search.types.ids import NodeId

EXAMPLES = """examples:
  dowse path OrdersController dbo.Order
  dowse path OrdersController dbo.Order --via OrderService --ways 1"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "path", parents=[common], help="show how one thing depends on another", epilog=EXAMPLES
    )
    command.set_defaults(run=run)
    command.add_argument("source", metavar="FROM", help=f"what depends: {NAMED}")
    command.add_argument("target", metavar="TO", help="what it depends on, named in the same ways")
    command.add_argument("--via", metavar="NAME", default="", help="show only ways that pass through this")
    command.add_argument(
        "--ways", type=int, metavar="NUMBER", default=MOST_WAYS, help="most ways to show, the shortest first"
    )
    add_overloads(command)
    add_format(command)


def run(options: argparse.Namespace) -> int:
    """Print the shortest ways; the exit status is 1 when there is none."""
    form = form_of(options)
    source, target, via = map(as_it_is_stored, (options.source, options.target, options.via))
    request = PathRequest(source, target, via, at_least_one("ways", options.ways), options.overloads)
    with (
        opened_core(index_of(options), Opening(config_of(options))) as core,
        candidates_listed(as_json=form is Form.JSON),
    ):
        paths, share = core.paths(request, OWNER), known_share(core)
    if not paths.ways and form is not Form.JSON:
        tell = line if form is Form.TEXT else remark
        through = f" via {options.via}" if options.via else ""
        tell(f"{options.source} does not depend on {options.target}{through}")
        _tell_ends(options.source, paths.sources)
        _tell_ends(options.target, paths.targets)
    elif not paths.ways or form is Form.JSON:
        print_json(PathAnswer.of(paths))
    elif form is Form.TEXT:
        _print(paths.ways)
    else:
        print_tree(path_tree(paths.ways[0]), form, PathAnswer.of(paths))
    remark_unfinished(share)
    return 0 if paths.ways else NOTHING_FOUND


def _tell_ends(name: str, ids: Sequence[NodeId]) -> None:
    """Say what a name was taken for, unless that is what was written."""
    if ids != (name,):
        remark(f"{name} was taken for {listed(ids)}")


def _print(paths: Sequence[DependencyPath]) -> None:
    line(_named(paths[0].source))
    for number, path in enumerate(paths):
        if number:
            line(styled("or", "dim"))
        for step in path.steps:
            forwards = [WORDS[edge.edge_type] for edge in step.edges if edge.from_id == step.source.id]
            location = next((f"  {edge.path}:{edge.line}" for edge in step.edges if edge.path), "")
            line(f"  {styled(', '.join(forwards) or 'implemented by', 'dim')} {_named(step.target)}{location}")


def _named(node: Node) -> str:
    return f"{styled(node.qualname or node.name, 'bold')}  {node.kind}"
