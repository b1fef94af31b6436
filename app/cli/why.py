"""``dowse why``: why a path is, or is not, in the results."""

import argparse

from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.output import line, print_json, styled
from app.opening import Opening, opened_core
from search.types.filters import OWNER


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("why", parents=[common], help="explain why a path is or is not found")
    command.set_defaults(run=run)
    command.add_argument("path", metavar="PATH")


def run(options: argparse.Namespace) -> int:
    """Print the chain of facts."""
    path = as_the_core_reads_it(options.path)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        answer = core.why(path, OWNER)
    if options.json:
        print_json(answer)
        return 0
    line(f"{styled(answer.path, 'bold cyan')}: {answer.state}")
    for fact in answer.lines:
        line(f"  {fact}")
    return 0
