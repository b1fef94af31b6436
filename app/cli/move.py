"""``dowse move``: points a root to the folder where its files are now."""

import argparse
import os

from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json
from app.core.answers.index import RootAnswer
from search.types.filters import OWNER


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "move", parents=[common], help="tell Dowse the new path of a folder that you moved or renamed"
    )
    command.set_defaults(run=run)
    command.add_argument("root", metavar="ROOT", help="the former path of the folder, or its label")
    command.add_argument("path", metavar="PATH", help="the path that it has now")


def run(options: argparse.Namespace) -> int:
    """Move the root and say how much of it is indexed."""
    former = os.path.abspath(options.root)  # noqa: PTH100 - links stay as typed, and it need not be there
    with opened_core(index_of(options, writes=True), Opening(config_of(options), serves=True)) as core:
        known = bool(options.root) and any(status.root.path == former for status in core.roots(OWNER))
        moved = core.move(former if known else options.root, as_the_core_reads_it(options.path))
    if options.json:
        print_json(RootAnswer.of(moved))
    else:
        counts = f"{plural(moved.files, 'file')}, {plural(moved.chunks, 'chunk')}"
        line(f"{moved.root.name} is {moved.root.path} now: {counts}")
    return 0
