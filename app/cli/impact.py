"""``dowse impact``: dependents of something or of the changes of a git diff, and what the diff adds."""

import argparse
from pathlib import Path

from app.cli.additions import print_added
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
from app.cli.output import candidates_listed, line, listed, plural, remark
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import AddedAnswer, ImpactAnswer
from app.core.read_languages import template_note, unread_note
from search.errors import BadInputError
from search.graph.as_tree import impact_tree
from search.types.filters import OWNER
from search.types.graph import Node
from search.types.graph_queries import MOST_SHOWN, AddedRequest, ChangedFile, Impact, ImpactRequest

EXAMPLES = """examples:
  dowse impact Cart.Add
  dowse impact dbo.Invoice --edges reads_table,writes_table,calls
  dowse impact Cart.Add --no-tests
  dowse impact --diff               what is not committed
  dowse impact --diff main          everything since main
  dowse impact --diff --format svg > reach.svg"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "impact",
        parents=[common],
        help="show what a change reaches",
        epilog=EXAMPLES,
    )
    command.set_defaults(run=run)
    command.add_argument("targets", metavar="ID|PATH|NAME", nargs="*", help=NAMED)
    command.add_argument(
        "--diff",
        metavar="REV",
        nargs="?",
        const="HEAD",
        help="instead of naming something: what the working copy of this folder changed since this commit, branch"
        " or tag (HEAD if none is named); with A..B, what the indexed branch B changed since A",
    )
    command.add_argument(
        "--added",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="with --diff, also list the dependencies, cycles of files and broken architecture rules that are new",
    )
    add_tree_options(command, most=MOST_SHOWN, tests_help="list the tests that depend on it")
    add_format(command)


def run(options: argparse.Namespace) -> int:
    """Print everything that depends on the targets, each below its dependency, nearest first."""
    form = form_of(options)
    request = ImpactRequest(
        tuple(map(as_it_is_stored, options.targets)),
        _changes(options),
        edge_types(options.edges),
        at_least_one("max-nodes", options.max_nodes),
        options.overloads,
        options.tests,
    )
    with (
        opened_core(index_of(options), Opening(config_of(options))) as core,
        candidates_listed(as_json=form is Form.JSON),
    ):
        impact, share = core.impact(request, OWNER), known_share(core)
        asks_added = bool(request.changes) and options.added and form in (Form.TEXT, Form.JSON)
        added = core.added(AddedRequest(str(Path.cwd()), options.diff)) if asks_added else None
    if form is Form.JSON or impact.changed:
        answer = None if added is None else AddedAnswer.first(request.max_nodes, added)
        print_tree(impact_tree(impact), form, ImpactAnswer.of(impact, answer), says_nothing=False)
    if form is not Form.JSON:
        _conclude(impact, form)
    if added is not None and form is Form.TEXT:
        print_added(added, request.max_nodes)
    remark_unfinished(share)
    return 0


def _changes(options: argparse.Namespace) -> tuple[ChangedFile, ...]:
    if options.diff is None:
        if not options.targets:
            raise BadInputError("cli.no_target")
        return ()
    from app.core.git_changes import changed_files

    return changed_files(Path.cwd(), options.diff)


def _tell_of_mentions(impact: Impact) -> None:
    """Name the files that contain the name of what nothing is known to depend on."""
    for node in impact.changed:
        if note := _unread(node):
            remark(note)
        if impact.mentioned_in:
            files = plural(impact.mentioned_in, "other file")
            remark(f"Its name is in {files}: dowse search --exact --whole-word --match-case '{node.name}'")


def _unread(node: Node) -> str:
    return unread_note(node.language) or template_note(node.path)


def _conclude(impact: Impact, form: Form) -> None:
    """Print the number of affected nodes, and notes about missing parts."""
    tell = line if form is Form.TEXT else remark
    reached = len(impact.affected) + impact.hidden
    if not impact.changed:
        tell("Nothing that is indexed has changed.")
    elif not reached and impact.tests_left_out:
        tell("Only tests are known to depend on it." if impact.mentioned_in else "Only tests depend on it.")
        _tell_of_mentions(impact)
    elif not reached:
        is_open = impact.mentioned_in or any(map(_unread, impact.changed))
        tell("Nothing is known to depend on it." if is_open else "Nothing depends on it.")
        _tell_of_mentions(impact)
    else:
        depend = "depends" if reached == 1 else "depend"
        tell(f"{plural(reached, 'thing')} in {plural(len(impact.files), 'other file')} {depend} on it.")
        if impact.mentioned_in:
            _tell_of_mentions(impact)
    if impact.tests_left_out:
        remark(f"{plural(impact.tests_left_out, 'test')} left out.")
    if impact.hidden:
        remark(f"{impact.hidden:,} more: raise --max-nodes to see them.")
    if impact.unknown:
        remark(f"Not in the index: {listed(impact.unknown)}")
    if impact.stale:
        remark(f"Changed since indexed, lines may be off: {listed(impact.stale)}")
