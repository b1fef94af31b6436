"""The command line: parses, runs one command, and turns known errors into one line and an exit status."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from app.cli.output import remark
from app.installation.version import VERSION
from search.errors import BadInputError, KnownError

ADDRESS = "dowse:"
"""How an address of an editor or a browser begins, which is a command without its name."""

NAMED_AS_THEIR_MODULE = frozenset({
    *("index", "search", "tree", "path", "impact", "table", "cycles", "unused", "unreadable", "context"),
    *("status", "why", "roots", "forget", "rules", "doctor", "engine", "mcp", "access"),
})  # fmt: skip
"""Commands that need nothing of the others; the one that writes completions knows them all."""

LANGUAGE_HELP = (
    "language of the window: en or de; else that of the system. ar, fa, he, ur and yi have it run from right to"
    " left, in English so far"
)

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it: 128 + SIGINT."""

PIPE_CLOSED = 141
"""Exit status when the reader of our output went away: 128 + SIGPIPE."""


class OneLineParser(argparse.ArgumentParser):
    """Reports a wrong argument as an error instead of printing the usage and ending the process."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments.

        Raises:
            BadInputError: always.
        """
        raise BadInputError("cli.usage", reason=message, program=self.prog)


def parser(first: str = "") -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or of what can follow the word that stands ``first`` there."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--index", metavar="DIR", default=argparse.SUPPRESS, help="index folder (also DOWSE_INDEX)"
    )
    common.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help="settings file")
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    top = OneLineParser(
        prog="dowse",
        description="Search your own code and documents by word and by meaning. Without a command: the window.",
        parents=[common],
    )
    top.add_argument("--version", action="version", version=f"dowse {VERSION}")
    top.add_argument("--lang", metavar="CODE", help=LANGUAGE_HELP)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=OneLineParser)
    for module in _commands(first):
        module.add(commands, common)
    top.set_defaults(whole=top)  # for the command that tells a shell of all others
    return top


def _commands(first: str) -> tuple[ModuleType, ...]:
    """Return the commands that are meant; whoever named one waits for its start, so no other one is imported."""
    if first in NAMED_AS_THEIR_MODULE:
        return (import_module(f"app.cli.{first}"),)
    from app.cli.commands import COMMANDS

    return COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 for a failure, 2 for bad input."""
    _tolerate_odd_names()
    try:
        typed = list(sys.argv[1:] if arguments is None else arguments)
        first = typed[0] if typed else ""
        command_line = ["open", *typed] if first.lower().startswith(ADDRESS) else typed
        options = parser(first).parse_args(command_line, _defaults())
        status = _run(options)
        sys.stdout.flush()
    except KnownError as error:
        remark(f"error: {error.one_line()}")
        return error.exit_status
    except KeyboardInterrupt:
        remark("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return status


def _defaults() -> argparse.Namespace:
    """Return what holds where nothing is given, before or after the command."""
    return argparse.Namespace(index=None, config=None, json=False, run=None, lang=None)


def _run(options: argparse.Namespace) -> int:
    if options.run is None:
        from app.cli.arguments import config_of, index_of
        from app.desktop.start import run_window

        return run_window(index_of(options), config_of(options), language=options.lang or "")
    return int(options.run(options))


def _tolerate_odd_names() -> None:
    """Print UTF-8 whatever the locale, and file names with broken bytes with their codes."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
