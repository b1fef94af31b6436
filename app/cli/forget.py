"""``dowse forget``: remove a root and everything indexed of it; the files themselves stay."""

import argparse
import os

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import line, plural, print_json, remark
from app.core.answers.index import RootAnswer
from search.ports import SearchCore
from search.types.files import Root
from search.types.filters import OWNER
from search.types.status import RootStatus


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "forget", parents=[common], help="remove a folder from the index; its files stay as they are"
    )
    command.set_defaults(run=run)
    command.add_argument("root", metavar="ROOT", help="the path of the folder, or its label")


def run(options: argparse.Namespace) -> int:
    """Remove the root and say what went."""
    with opened_core(index_of(options, writes=True), Opening(config_of(options), serves=True)) as core:
        forgotten = core.forget(_named(options.root, core))
        inside = _inside(forgotten, core)
    if options.json:
        print_json(RootAnswer.of(forgotten))
    else:
        line(
            f"Forgot {_shown(forgotten.root)}: {plural(forgotten.files, 'file')},"
            f" {plural(forgotten.chunks, 'chunk')}"
        )
        if inside:
            stays = "A folder inside it stays" if len(inside) == 1 else f"{len(inside)} folders inside it stay"
            remark(f"{stays} in the index: {', '.join(inside)}")
    return 0


def _shown(root: Root) -> str:
    """Return the folder, which stays in the index if only a branch of it was removed."""
    return f"the branch {root.from_git} of {root.path}, which stays in the index" if root.from_git else root.path


def _inside(forgotten: RootStatus, core: SearchCore) -> list[str]:
    """Return the names of the folders inside a folder that was removed; a branch has none."""
    below = os.path.join(forgotten.root.folder, "")  # noqa: PTH118 - no Path on the way to an engine
    return [status.root.name for status in core.roots(OWNER) if below and status.root.path.startswith(below)]


def _named(root: str, core: SearchCore) -> str:
    """Return the path of the root, relative to this working directory, else the typed text, which is its label."""
    from search.file_names import real_path

    path = real_path(root)
    return path if root and any(status.root.path == path for status in core.roots(OWNER)) else root
