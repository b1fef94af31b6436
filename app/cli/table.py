"""``dowse table``: which code reads and writes a table."""

import argparse
from collections.abc import Iterable

from app.cli.arguments import Commands, at_least_one, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import candidates_listed, line, listed, print_json, remark, styled
from app.cli.unfinished_graph import known_share, remark_unfinished
from app.core.answers.graph import TableAnswer
from search.graph.text import REVERSED
from search.types.filters import OWNER
from search.types.graph_queries import MOST_SHOWN, Dependent, TableRequest, TableUse

HEADINGS = {
    "readers": "read by",
    "writers": "written by",
    "mapped": "mapped by",
    "refers_to": "refers to",
    "referred_by": "referred to by",
    "triggers": "triggers",
    "mentioned": "mentioned in",
}

EXAMPLES = """examples:
  dowse table dbo.Invoice
  dowse table orders --json

The callers of a procedure and the users of a view are listed below it; each line ends with its evidence."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "table",
        parents=[common],
        help="show which code reads and writes a table",
        epilog=EXAMPLES,
    )
    command.set_defaults(run=run)
    command.add_argument("table", metavar="NAME", help="a table or view, with or without its schema")
    command.add_argument(
        "--max-nodes", type=int, metavar="NUMBER", default=MOST_SHOWN, help="most users in each group"
    )


def run(options: argparse.Namespace) -> int:
    """Print who uses the table, in groups."""
    request = TableRequest(options.table, at_least_one("max-nodes", options.max_nodes))
    with (
        opened_core(index_of(options), Opening(config_of(options))) as core,
        candidates_listed(as_json=options.json),
    ):
        use, share = core.table(request, OWNER), known_share(core)
    if options.json:
        print_json(TableAnswer.of(use))
    else:
        _print(use)
    remark_unfinished(share)
    return 0


def _print(use: TableUse) -> None:
    table = use.table
    location = f"  {table.path}:{table.start_line}" if table.path else "  (no SQL script that was read defines it)"
    line(f"{styled(table.id, 'bold')}  {table.kind}{location}")
    for name, heading in HEADINGS.items():
        group: tuple[Dependent, ...] = getattr(use, name)
        if group:
            line(styled(heading, "bold"))
            _print_group(group)
    if not any(getattr(use, name) for name in HEADINGS):
        line("Nothing uses it.")
    if use.hidden:
        remark(f"{use.hidden:,} more: raise --max-nodes to see them.")


def _print_group(group: Iterable[Dependent]) -> None:
    for each in group:
        words = ", ".join(dict.fromkeys(REVERSED[edge.edge_type] for edge in each.edges))
        how = f"{styled(words, 'dim')} " if each.distance > 1 else ""
        location = next((f"  {edge.path}:{edge.line}" for edge in each.edges if edge.path), "")
        named = [name for edge in each.edges if isinstance(edge.columns, tuple) for name in edge.columns]
        columns = f"  {styled(listed(list(dict.fromkeys(named))), 'dim')}" if named else ""
        line(f"{'  ' * each.distance}{how}{styled(each.name, 'bold')} [{each.node.kind}]{location}{columns}")
