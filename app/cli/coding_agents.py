"""``dowse mcp install`` and ``uninstall``: connect a coding agent with Dowse, in its own configuration."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from app.cli.arguments import index_of
from app.cli.output import line, print_json, remark, write
from app.installation.coding_agents.agents import AGENTS, Machine, is_installed
from app.installation.coding_agents.connect import Change, apply, connection, disconnection
from app.installation.coding_agents.rules import SECTION
from app.installation.program import app_image, program
from search.errors import BadInputError, NotFoundError
from search.file_names import real_path
from search.storage.layout import Layout
from search.storage.roots import RootsFile

REMOVED = "the file would be removed"


def run(options: argparse.Namespace) -> int:
    """Show or make the changes, and print what to do next."""
    if not options.agent:
        raise BadInputError("agents.unnamed", action=options.action, known=", ".join(AGENTS))
    agent = AGENTS.get(options.agent)
    if agent is None:
        raise BadInputError("agents.unknown", agent=repr(options.agent), known=", ".join(AGENTS))
    connects = options.action == "install"
    machine = Machine.here()
    changes = connection(agent, machine, _command(options)) if connects else disconnection(agent, machine)
    needed = tuple(change for change in changes if change.is_needed)
    installed = is_installed(agent, machine)  # looked at first: a change may make the files by which it is known
    if options.print:
        _show(needed)
        return 0
    if options.json:
        print_json([{"file": str(change.file), "backup": _name(apply(change))} for change in needed])
        return 0
    for change in needed:
        backup = apply(change)
        line(f"{change.file}" + (f" (as it was: {backup.name})" if backup is not None else ""))
    if not needed:
        remark(f"{agent.title} {'is connected already' if connects else 'is not connected'}; nothing was changed.")
    elif connects and installed:
        remark(f"{agent.title} has Dowse from its next start on.")
    elif connects:
        remark(
            f"{agent.title} was not found on this computer: there is no command {agent.program}, and there were "
            f"no files of it. It has Dowse once it is installed; to undo this: dowse mcp uninstall {options.agent}"
        )
    if connects and agent.rules is None:
        remark(f"{agent.title} reads rules from projects only. Put this into AGENTS.md of a project:\n")
        write(SECTION)
    return 0


def _show(changes: tuple[Change, ...]) -> None:
    for change in changes:
        line(f"# {change.file}")
        write(change.after if change.after is not None else f"{REMOVED}\n")
        line()


def _command(options: argparse.Namespace) -> list[str]:
    """Return the command line by which the agent starts its server, with the options that were given here."""
    command = [*_program(), "mcp"]
    for name in ("index", "config"):
        if getattr(options, name) is not None:
            command += [f"--{name}", str(Path(getattr(options, name)).expanduser().absolute())]
    for name in ("tenant", "groups", "tags"):
        if getattr(options, name):
            command += [f"--{name}", getattr(options, name)]
    for root in options.root or ():
        _require_root(index_of(options), root)
        command += ["--root", root]
    return [*command, "--read-only"] if options.read_only else command


def _require_root(index: Path, name: str) -> None:
    """Refuse what is no watched folder: the server would start, and answer every request with an error.

    Raises:
        NotFoundError: the index has no root of this label or path; without an index, it is no folder either.
    """
    layout = Layout(index)
    path = real_path(name)
    roots = RootsFile(layout).all() if layout.roots.is_file() else []
    known = any(name in (root.repository, root.name) or path == root.path for root in roots)
    if not known and (roots or (os.sep in name and not Path(path).is_dir())):
        raise NotFoundError("mcp.unknown_root", name=name)


def _program() -> list[str]:
    """Return what starts this installation from any folder; agents may not have the person's ``PATH``."""
    if app_image() is not None:
        return program()
    name = "dowse.exe" if sys.platform == "win32" else "dowse"
    own = Path(sys.executable).with_name(name)
    listed = shutil.which("dowse")
    if listed is not None and own.exists() and Path(listed).resolve() == own.resolve():
        return [listed]
    return [str(own)] if own.exists() else program()


def _name(file: Path | None) -> str | None:
    return str(file) if file is not None else None
