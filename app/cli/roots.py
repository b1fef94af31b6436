"""``dowse roots``: the folders that are indexed."""

import argparse

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import print_json, remark
from app.cli.status import print_root
from app.core.answers.index import RootAnswer
from search.types.filters import OWNER


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("roots", parents=[common], help="list the indexed folders")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line for each root."""
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        roots = core.roots(OWNER)
    if options.json:
        print_json([RootAnswer.of(root) for root in roots])
        return 0
    for root in roots:
        print_root(root)
    if not roots:
        remark("No folder is indexed. Add one: dowse index FOLDER")
    return 0
