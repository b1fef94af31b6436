"""``dowse unreadable``: files of which the dependency graph knows less than they hold."""

import argparse
from itertools import groupby

from app.cli.arguments import Commands, as_the_core_reads_it, at_least_one, config_of, index_of, over_repositories
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, styled
from app.core.answers.graph import UnreadableAnswer
from search.types.filters import OWNER

TOP = 20

EXAMPLES = """examples:
  dowse unreadable
  dowse unreadable shop --top 500

Their dependencies are missing from trees in part or in whole. They are searched, unless they are too large."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = over_repositories(
        commands,
        common,
        "unreadable",
        help_text="list files whose dependencies could not be read",
        examples=EXAMPLES,
        run=run,
    )
    command.add_argument(
        "--top", type=int, metavar="NUMBER", default=TOP, help="most files to list for each reason"
    )


def run(options: argparse.Namespace) -> int:
    """Print the files by reason; that there is none is an answer."""
    most = at_least_one("top", options.top)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        files = core.unreadable(as_the_core_reads_it(options.repository), OWNER)
    if options.json:
        print_json(UnreadableAnswer(len(files), files))
        return 0
    for reason, group in groupby(files, key=lambda each: each.reason):
        same_reason = list(group)
        line(f"{styled(reason, 'bold')} ({plural(len(same_reason), 'file')})")
        for each in same_reason[:most]:
            line(f"  {each.repository}/{each.path}")
        if len(same_reason) > most:
            line(styled(f"  … and {len(same_reason) - most:,} more", "dim"))
    if not files:
        line("Every file was read whole.")
    return 0
