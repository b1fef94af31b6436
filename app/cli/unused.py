"""``dowse unused``: definitions that nothing uses."""

import argparse

from app.cli.arguments import Commands, as_the_core_reads_it, at_least_one, config_of, index_of, over_repositories
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, print_json, remark, styled
from app.core.answers.graph import UnusedAnswer
from search.types.filters import OWNER

TOP = 200

EXAMPLES = """examples:
  dowse unused
  dowse unused shop --top 1000

A hint, not a verdict: what is called by name at run time, from outside or by a framework is among them."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = over_repositories(
        commands, common, "unused", help_text="list definitions that nothing uses", examples=EXAMPLES, run=run
    )
    command.add_argument("--top", type=int, default=TOP, help=f"so many at most ({TOP})")


def run(options: argparse.Namespace) -> int:
    """Print the definitions by file and line; that there is none is an answer."""
    most = at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        nodes = core.unused(as_the_core_reads_it(options.repository), OWNER)
    if options.json:
        print_json(UnusedAnswer.first(most, nodes))
        return 0
    for node in nodes[:most]:
        line(f"{node.path}:{node.start_line}  {styled(node.qualname or node.name, 'bold')} [{node.kind}]")
    if not nodes:
        line("Everything that is defined is used.")
    if len(nodes) > most:
        remark(f"{len(nodes) - most:,} more: raise --top to see them.")
    return 0
