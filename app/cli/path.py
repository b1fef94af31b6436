"""``dowse path``: how one thing depends on another."""

import argparse

from app.cli.arguments import Commands, as_it_is_stored, config_of, index_of
from app.cli.drawing import Form, add_format, form_of, print_tree
from app.cli.open_core import Opening, opened_core
from app.cli.output import candidates_listed, line, print_json, remark, styled
from app.core.answers.graph import PathAnswer
from search.graph.as_tree import path_tree
from search.graph.text import WORDS
from search.types.filters import OWNER
from search.types.graph import DependencyPath, Node


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("path", parents=[common], help="show how one thing depends on another")
    command.set_defaults(run=run)
    command.add_argument("source", metavar="FROM", help="identifier, path or name")
    command.add_argument("target", metavar="TO", help="identifier, path or name")
    add_format(command)


def run(options: argparse.Namespace) -> int:
    """Print the shortest way; that there is none is an answer, not a failure."""
    form = form_of(options)
    ends = (as_it_is_stored(options.source), as_it_is_stored(options.target))
    with opened_core(index_of(options), Opening(config_of(options))) as core, candidates_listed():
        path = core.path(*ends, OWNER)
    if path is None and form is not Form.JSON:
        tell = line if form is Form.TEXT else remark
        tell(f"{options.source} does not depend on {options.target}")
    elif path is None or form is Form.JSON:
        print_json(PathAnswer.of(path))
    elif form is Form.TEXT:
        _print(path)
    else:
        print_tree(path_tree(path), form, PathAnswer.of(path))
    return 0


def _print(path: DependencyPath) -> None:
    line(_named(path.source))
    for step in path.steps:
        forwards = [WORDS[edge.edge_type] for edge in step.edges if edge.from_id == step.source.id]
        location = next((f"  {edge.path}:{edge.line}" for edge in step.edges if edge.path), "")
        line(f"  {styled(', '.join(forwards) or 'implemented by', 'dim')} {_named(step.target)}{location}")


def _named(node: Node) -> str:
    return f"{styled(node.qualname or node.name, 'bold')}  {node.kind}"
