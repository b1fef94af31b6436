"""Runs git in a repository that is not trusted: no program that its settings name is executed."""

import os
import subprocess
import sys
from pathlib import Path

from search.errors import BadInputError, MissingExtraError
from search.messages import Message

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

_NO_WINDOW = 0x08000000 if sys.platform == "win32" else 0
"""``CREATE_NO_WINDOW``: git would open a console window for a moment."""


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
    settings = [part for setting in _SAFE_SETTINGS for part in ("-c", setting)]
    command = ["git", "--no-pager", *settings, "-C", str(folder), *arguments]
    environment = {**os.environ, **_SAFE_ENVIRONMENT}
    try:
        result = subprocess.run(
            command,
            env=environment,
            input=stdin,
            capture_output=True,
            timeout=GIT_S,
            check=False,
            creationflags=_NO_WINDOW,
        )
    except FileNotFoundError as error:
        raise MissingExtraError("git.missing", next_step=Message(remedy)) from error
    except subprocess.TimeoutExpired as error:
        raise BadInputError("git.timed_out", seconds=GIT_S, remedy=remedy) from error
    if result.returncode != 0:
        lines = result.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise BadInputError("git.refused", reason=lines[0].removeprefix("fatal: "), remedy=remedy)
    return result.stdout
