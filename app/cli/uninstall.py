"""``dowse uninstall``: what Dowse keeps on this machine and where, and taking it away."""

import argparse
import shlex
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from subprocess import list2cmdline

from app.cli.arguments import Commands, index_of
from app.cli.footprint import StoredItem, remove, stored_items
from app.cli.index_users import users_of
from app.cli.output import line, print_json, remark, size, styled
from app.engine.lock import end_owner
from app.installation.locations import PROGRAM
from app.installation.program import app_image
from search.errors import BadInputError

_OF_AN_INSTALLER = {
    "win32": "remove Dowse in the settings of Windows, under Apps",
    "darwin": "move Dowse.app from the Applications to the Trash",
}
"""How a program that an installer placed is removed, by the name of the system in `sys.platform`."""

YES = frozenset({"y", "yes", "j", "ja"})


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "uninstall", parents=[common], help="list what Dowse keeps on this machine, and remove it"
    )
    command.set_defaults(run=run)
    command.add_argument("--yes", action="store_true", help="remove it without asking")


def run(options: argparse.Namespace) -> int:
    """List everything, and remove it after a question or with ``--yes``; indexed folders stay as they are."""
    index = index_of(options)
    items = stored_items(index)
    if options.json:
        print_json(_removed(items, index) if options.yes else items)
        return 0
    for item in items:
        line(f"  {item.kind:<9} {styled(item.path, 'cyan')}  {size(item.size_bytes)}")
    if not items:
        line("Dowse keeps nothing on this machine.")
    elif options.yes or _confirmed():
        _removed(items, index)
        line("Removed. Your own folders are as they were.")
    else:
        line("Nothing was removed.")
    remark(f"To remove the program: {_program_removal()}")
    return 0


def _removed(items: tuple[StoredItem, ...], index: Path) -> tuple[StoredItem, ...]:
    """End the engine, remove everything, and return it as removed.

    Raises:
        BadInputError: programs use the index, which would make it again; nothing was removed.
    """
    if any(item.kind == "index" for item in items):
        if users := users_of(index):
            raise BadInputError("cli.index_in_use", index=index, users=", ".join(users))
        end_owner(index)  # waits for the process, which writes its caches after its last answer
    for item in items:
        remove(item)
    return tuple(replace(item, removed=True) for item in items)


def _confirmed() -> bool:
    """Ask the person at the terminal.

    Raises:
        BadInputError: there is no terminal for the confirmation.
    """
    if not sys.stdin.isatty():
        raise BadInputError("cli.not_confirmed")
    sys.stderr.write("Remove all of this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in YES


def _program_removal() -> str:
    """Return the command that removes the program itself, by the way it was installed."""
    parts = Path(sys.prefix).parts
    image = app_image()
    if image is not None:
        return f"delete {image}"
    if getattr(sys, "frozen", False):
        return _OF_AN_INSTALLER.get(sys.platform, "remove the package, such as: sudo apt remove dowse")
    if "pipx" in parts:
        return f"pipx uninstall {PROGRAM}"
    if "uv" in parts and "tools" in parts:
        return f"uv tool uninstall {PROGRAM}"
    return _package_removal()


def _package_removal() -> str:
    """Return the command that removes the package from this environment, whose pip need not be in ``PATH``."""
    try:
        installer = distribution(PROGRAM).read_text("INSTALLER") or ""
    except PackageNotFoundError:
        return "delete its folder"
    python = list2cmdline([sys.executable]) if sys.platform == "win32" else shlex.quote(sys.executable)
    if installer.strip() == "uv":
        return f"uv pip uninstall --python {python} {PROGRAM}"
    return f"{python} -m pip uninstall {PROGRAM}"
