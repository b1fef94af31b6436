"""``dowse path``: how one thing depends on another."""

import argparse

from app.answers import path_json
from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.output import line, print_json, styled
from app.opening import Opening, opened_core
from search.types.filters import OWNER
from search.types.graph import DependencyPath, Node


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("path", parents=[common], help="show how one thing depends on another")
    command.set_defaults(run=run)
    command.add_argument("source", metavar="FROM", help="identifier, path or name")
    command.add_argument("target", metavar="TO", help="identifier, path or name")


def run(options: argparse.Namespace) -> int:
    """Print the shortest way; that there is none is an answer, not a failure."""
    ends = (as_the_core_reads_it(options.source), as_the_core_reads_it(options.target))
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        path = core.path(*ends, OWNER)
    if options.json:
        print_json(path_json(path))
    elif path is None:
        line(f"{options.source} does not depend on {options.target}")
    else:
        _print(path)
    return 0


def _print(path: DependencyPath) -> None:
    line(_named(path.source))
    for step in path.steps:
        forwards = [edge.edge_type.value for edge in step.edges if edge.from_id == step.source.id]
        place = next((f"  {edge.path}:{edge.line}" for edge in step.edges if edge.path), "")
        line(f"  {styled(', '.join(forwards) or 'implemented by', 'dim')} {_named(step.target)}{place}")


def _named(node: Node) -> str:
    return f"{styled(node.qualname or node.name, 'bold')}  {node.kind}"
