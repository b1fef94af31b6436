"""``dowse doctor``: checks the index; ``--deep`` also checks scores, ``--rebuild`` builds the index again."""

import argparse

from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import line, print_json, remark, styled


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "doctor", parents=[common], help="check the index and the installation for problems"
    )
    command.set_defaults(run=run)
    command.add_argument(
        "--deep",
        action="store_true",
        help="also compare the scores of the keyword index with those of another library",
    )
    command.add_argument(
        "--rebuild", action="store_true", help="move the index aside and build a new one from the same folders"
    )


def run(options: argparse.Namespace) -> int:
    """Print the findings; the exit status is 1 if a check fails."""
    if options.rebuild:
        return _rebuild(options)
    from app.cli.checks.index import findings

    results = findings(index_of(options), config_of(options), deep=options.deep)
    if options.json:
        print_json(results)
    else:
        for finding in results:
            mark = styled("well ", "green") if finding.well else styled("wrong", "bold red")
            line(f"{mark}  {finding.name:9} {finding.text}")
    return 0 if all(finding.well for finding in results) else 1


def _rebuild(options: argparse.Namespace) -> int:
    from app.cli.checks.index import rebuild
    from app.cli.index import index_and_tell

    index = index_of(options)
    aside, roots = rebuild(index)
    remark(f"The old index is in {aside}; delete it when you do not need it any more.")
    if not roots:
        remark("It named no folders. Add them: dowse index FOLDER")
        return 0
    index_and_tell(options, roots, semantic=None)
    return 0
