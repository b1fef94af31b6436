"""``dowse menu on|off``: the entry in the menu of applications, which also opens ``dowse://`` addresses."""

import argparse
import shutil
import sys
from typing import TYPE_CHECKING

from app.cli.arguments import Commands, index_of
from app.cli.output import line, print_json
from app.core.answers.menu import MenuState
from search.errors import BadInputError

if TYPE_CHECKING:
    from app.desktop.menu_entry import MenuEntry


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "menu",
        parents=[common],
        help="make an entry in the menu of applications that opens dowse:// addresses too, or say if there is one",
    )
    command.set_defaults(run=run)
    command.add_argument(
        "choice", nargs="?", choices=["on", "off"], help="without it, the present choice is printed"
    )


def run(options: argparse.Namespace) -> int:
    """Write or remove the entry, and print which one the desktop shows.

    Raises:
        BadInputError: this is not Linux, where installers make such entries, a folder cannot be written, or
            another program has an entry by this name.
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
    if options.json:
        file = entry.effective()
        print_json(MenuState(file is not None, str(file or "")))
    else:
        line(_sentence(entry))
    return 0


def _sentence(entry: "MenuEntry") -> str:
    from app.desktop.menu_entry import program_of

    file, foreign = entry.effective(), entry.foreign()
    if file is None:
        other = "" if foreign is None else f": {foreign} is the entry of another program"
        return f"Dowse is not in the menu of applications{other}"
    program = program_of(file)
    if shutil.which(program) is None:
        return f"The entry in the menu starts {program}, which is not there: {file}. Write it again: dowse menu on"
    of_all = "" if file in entry.files() else ", for all users of this machine"
    return f"Dowse is in the menu of applications{of_all}: {file}"
