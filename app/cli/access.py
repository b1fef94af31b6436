"""``dowse access``: the files that a client with some access may see."""

import argparse

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark, styled
from app.cli.scope_options import add_scope_options, scope_of
from search.errors import BadInputError
from search.types.status import AccessView, VisibleFile

SHOWN_FILES = 100
"""Files that are listed where nothing else is asked for."""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("access", parents=[common], help="show what a client with these limits may see")
    command.set_defaults(run=run)
    add_scope_options(command)
    command.add_argument(
        "--limit", type=int, metavar="NUMBER", default=SHOWN_FILES, help="most files to list; all are counted"
    )


def run(options: argparse.Namespace) -> int:
    """Print the files that the limits leave, and the counts."""
    if options.limit < 0:
        raise BadInputError("cli.bad_limit", value=options.limit)
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        view = core.visible(scope_of(options).access(core), options.limit)
    if options.json:
        print_json(view)
        return 0
    for file in view.files:
        line(_line_of(file))
    _remark_on(view)
    return 0


def _line_of(file: VisibleFile) -> str:
    labels = [
        f"tenant {file.tenant}",
        *(f"group {name}" for name in file.groups),
        *(f"tag {tag}" for tag in file.tags),
    ]
    state = "" if file.state == "indexed" else f"  {file.state}: its name only"
    return f"{styled(file.file_id, 'cyan')}  {', '.join(labels)}{state}"


def _remark_on(view: AccessView) -> None:
    if view.total > len(view.files):
        remark(f"and {view.total - len(view.files):,} more: raise --limit")
    for label, count in view.roots:
        remark(f"{label}: {plural(count, 'file')}")
    remark(f"{plural(view.total, 'file')} in sight, {view.hidden:,} out of sight")
