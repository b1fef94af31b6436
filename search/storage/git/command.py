"""Runs git in a repository that is not trusted: no program that its settings name is executed."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from search.errors import BadInputError, MissingExtraError
from search.messages import Message
from search.processes import NO_WINDOW, installed_program

GIT_S = 60
"""Time limit of one command."""

_SAFE_SETTINGS = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.quotePath=false")
_SAFE_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""Git writes nothing, fetches nothing and never prompts."""

_OF_THE_SYSTEM = "/usr/bin/git"
"""On macOS it is part of the developer tools. Without those it opens a window that offers to install them."""

_DEVELOPER_TOOLS = ("/usr/bin/xcode-select", "--print-path")
"""Fails where they are not installed."""


def git_program() -> str | None:
    """Return the path of git, or None where it is not installed."""
    program = installed_program("git")
    if sys.platform == "darwin" and program == _OF_THE_SYSTEM and not _succeeds(_DEVELOPER_TOOLS):
        return None
    return program


@cache
def _succeeds(command: tuple[str, ...]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def git_output(folder: Path, *arguments: str, remedy: str, stdin: bytes = b"") -> bytes:
    """Return what git prints in a folder.

    Args:
        folder: in a repository.
        *arguments: the command and its arguments.
        remedy: remedy of the error if git fails or is missing.
        stdin: standard input of the command.

    Raises:
        BadInputError: git fails, or takes more than `GIT_S`.
        MissingExtraError: there is no git.
    """
    program = git_program()
    if program is None:
        raise MissingExtraError("git.missing", next_step=Message(remedy))
    settings = [part for setting in _SAFE_SETTINGS for part in ("-c", setting)]
    command = [program, "--no-pager", *settings, "-C", str(folder), *arguments]
    environment = {**os.environ, **_SAFE_ENVIRONMENT}
    try:
        result = subprocess.run(
            command,
            env=environment,
            input=stdin,
            capture_output=True,
            timeout=GIT_S,
            check=False,
            creationflags=NO_WINDOW,
        )
    except FileNotFoundError as error:
        raise MissingExtraError("git.missing", next_step=Message(remedy)) from error
    except subprocess.TimeoutExpired as error:
        raise BadInputError("git.timed_out", seconds=GIT_S, remedy=remedy) from error
    if result.returncode != 0:
        lines = result.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise BadInputError("git.refused", reason=lines[0].removeprefix("fatal: "), remedy=remedy)
    return result.stdout


def is_refused_as_foreign(folder: Path) -> bool:
    """Return whether git refuses a repository because its folder belongs to another user of this computer.

    Git is called only if another user owns the folder, or if the owner is not known, as on Windows.
    """
    if sys.platform != "win32":
        try:
            owners = {os.lstat(path).st_uid for path in (folder, folder / ".git")}
        except OSError:
            return False
        if owners == {os.geteuid()}:
            return False
    try:
        git_output(folder, "rev-parse", "--git-dir", remedy="git.see_log")
    except BadInputError as error:
        return "dubious ownership" in str(error)
    except MissingExtraError:
        return False
    return False
