"""``dowse forget``: remove a root and everything indexed of it; the files themselves stay."""

import argparse
import os

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark
from app.core.answers.index import RootAnswer
from search.ports import SearchCore
from search.types.filters import OWNER
from search.types.status import RootStatus


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("forget", parents=[common], help="remove a folder from the index")
    command.set_defaults(run=run)
    command.add_argument("root", metavar="ROOT", help="its path or its label")


def run(options: argparse.Namespace) -> int:
    """Remove the root and say what went."""
    with opened_core(index_of(options, writes=True), Opening(config_of(options), serves=True)) as core:
        forgotten = core.forget(_named(options.root, core))
        inside = [status.root.name for status in core.roots(OWNER) if _is_inside(status.root.path, forgotten)]
    if options.json:
        print_json(RootAnswer.of(forgotten))
    else:
        line(
            f"Forgot {forgotten.root.path}: {plural(forgotten.files, 'file')}, {plural(forgotten.chunks, 'chunk')}"
        )
        if inside:
            stays = "A folder inside it stays" if len(inside) == 1 else f"{len(inside)} folders inside it stay"
            remark(f"{stays} in the index: {', '.join(inside)}")
    return 0


def _is_inside(path: str, forgotten: RootStatus) -> bool:
    return path.startswith(os.path.join(forgotten.root.path, ""))  # noqa: PTH118 - no Path on the way to an engine


def _named(root: str, core: SearchCore) -> str:
    """Return the path of the root, relative to this working directory, else the typed text, which is its label."""
    path = os.path.realpath(root)
    return path if any(status.root.path == path for status in core.roots(OWNER)) else root
