"""``dowse menu on|off``: the entry in the menu of applications, which also opens ``dowse://`` addresses."""

import argparse
import shutil
import sys
from pathlib import Path

from app.cli.arguments import Commands, index_of
from app.cli.output import line, print_json
from app.core.answers.menu import MenuState
from search.errors import BadInputError


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "menu",
        parents=[common],
        help="have Dowse in the menu of applications and open dowse:// addresses, or say whether it does",
    )
    command.set_defaults(run=run)
    command.add_argument(
        "choice", nargs="?", choices=["on", "off"], help="without it, the present choice is printed"
    )


def run(options: argparse.Namespace) -> int:
    """Write or remove the entry, and print which one the desktop shows.

    Raises:
        BadInputError: this is not Linux, where installers make such entries, or a folder cannot be written.
    """
    from app.desktop.menu_entry import MenuEntry
    from app.installation.program import program

    if sys.platform != "linux":
        raise BadInputError("desktop.menu_elsewhere")
    entry = MenuEntry(program())
    if options.choice == "on":
        entry.write([] if options.index is None else ["--index", str(index_of(options))])
    elif options.choice == "off":
        entry.remove()
    file = entry.effective()
    if options.json:
        print_json(MenuState(file is not None, str(file or "")))
    else:
        line(_sentence(file, entry.files()))
    return 0


def _sentence(file: Path | None, own: tuple[Path, ...]) -> str:
    from app.desktop.menu_entry import program_of

    if file is None:
        return "Dowse is not in the menu of applications"
    program = program_of(file)
    if shutil.which(program) is None:
        return f"The entry in the menu starts {program}, which is not there: {file}. Write it again: dowse menu on"
    of_all = "" if file in own else ", for all users of this machine"
    return f"Dowse is in the menu of applications{of_all}: {file}"
