"""``dowse tree``: what something depends on, and what depends on it."""

import argparse

from msgspec import structs

from app.cli.arguments import (
    NAMED,
    Commands,
    add_tree_options,
    as_it_is_stored,
    at_least_one,
    config_of,
    edge_types,
    index_of,
)
from app.cli.drawing import Form, add_format, form_of, print_tree
from app.cli.open_core import Opening, opened_core
from app.cli.output import candidates_listed, listed, remark
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.read_languages import tree_note
from search.types.filters import OWNER
from search.types.graph import Direction, TreeRequest
from search.types.tree_answer import TreeAnswer

CUTS = {
    "limit_reached": "There is more: raise --max-nodes to see it.",
    "fan_out_reached": "Some nodes have more neighbours than are shown.",
}
"""The message for a tree that was cut; lines at the requested depth have their own note."""

EXAMPLES = """examples:
  dowse tree SignInService
  dowse tree dbo.Invoice --direction used-by --depth 5 --no-tests
  dowse tree Cart.Add --direction tested-by
  dowse tree "Cart.Add(int,string)"
  dowse tree src/cart.py --format svg > cart.svg"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "tree",
        parents=[common],
        help="show what depends on what",
        epilog=EXAMPLES,
    )
    command.set_defaults(run=run)
    command.add_argument("target", metavar="ID|PATH|NAME", help=NAMED)
    command.add_argument(
        "--direction",
        choices=list(Direction),
        default=Direction.BOTH.value,
        help="what it depends on, what uses it, which tests reach it, or what it depends on and what uses it",
    )
    command.add_argument("--depth", type=int, metavar="LEVELS", default=3, help="most steps from it")
    add_tree_options(command, most=64, tests_help="show the tests that use it, in a group of their own")
    add_format(command)


def run(options: argparse.Namespace) -> int:
    """Print the tree; an ambiguous name is an error that lists the candidates."""
    form = form_of(options)
    request = TreeRequest(
        as_it_is_stored(options.target),
        Direction(options.direction),
        at_least_one("depth", options.depth),
        at_least_one("max-nodes", options.max_nodes),
        edge_types(options.edges),
        tests=options.tests,
        overloads=options.overloads,
    )
    with (
        opened_core(index_of(options), Opening(config_of(options))) as core,
        candidates_listed(as_json=form is Form.JSON),
    ):
        tree, share = core.tree(request, OWNER), known_share(core)
    note = tree_note(tree)
    print_tree(tree, form, structs.replace(TreeAnswer.of(tree), note=note))
    if form is not Form.JSON and tree.namesakes:
        remark(f"{options.target} also stands for {listed(tree.namesakes)}")
    if form is Form.TEXT and note:
        remark(note)
    if form is Form.TEXT and tree.debug.truncated and tree.debug.reason in CUTS:
        remark(CUTS[tree.debug.reason])
    remark_unfinished(share)
    return 0
