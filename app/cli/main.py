"""The command line: parses, runs one command, and turns known errors into one line and an exit status."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType, TracebackType
from typing import NoReturn

from app.cli.command_parser import OneLineParser, describe
from app.cli.interruption import INTERRUPTED, is_interrupted
from app.cli.output import Color, be_quiet, complain, line, use_color
from app.cli.streams import discard, flush, prepare
from app.installation.version import version_line
from search.errors import KnownError

ADDRESS = "dowse:"
"""How an address of an editor or a browser begins, which is a command without its name."""

NAMED_AS_THEIR_MODULE = frozenset({
    *("index", "search", "tree", "path", "impact", "table", "cycles", "architecture", "unused", "unreadable"),
    *("context", "status", "why", "roots", "forget", "move", "rules", "doctor", "engine", "mcp", "access"),
    "uninstall", "menu",
})  # fmt: skip
"""Commands that need nothing of the others; the one that writes completions knows them all."""

LANGUAGE_HELP = (
    "language of the window: en or de; else that of the system. ar, fa, he, ur and yi have it run from right to"
    " left, in English so far"
)

PIPE_CLOSED = 141
"""Exit status when the reader of our output went away: 128 + SIGPIPE."""


class ShowVersion(argparse.Action):
    """Prints the version. It is made only on request, because a checkout has to ask git for the commit."""

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> NoReturn:
        """Print and end the process."""
        line(version_line())
        parser.exit()


def parser(first: str = "") -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or of what can follow its ``first`` word."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--index", metavar="DIR", default=argparse.SUPPRESS, help="index folder (also DOWSE_INDEX)"
    )
    common.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help="settings file")
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    common.add_argument(
        "--color",
        choices=[choice.value for choice in Color],
        default=argparse.SUPPRESS,
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    common.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print the answer and errors: no progress, no notes, no counts",
    )
    top = OneLineParser(
        prog="dowse",
        description="Search your own code and documents by word and by meaning. Without a command: the window.",
        parents=[common],
    )
    top.add_argument(
        "--version",
        action=ShowVersion,
        nargs=0,
        default=argparse.SUPPRESS,
        help="show version and commit, and exit",
    )
    top.add_argument("--lang", metavar="CODE", help=LANGUAGE_HELP)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=OneLineParser)
    for module in _commands(first):
        module.add(commands, common)
    describe(commands)
    top.set_defaults(whole=top)  # for the command that tells a shell of all others
    return top


def _commands(first: str) -> tuple[ModuleType, ...]:
    """Return the commands; if one is named, only its module is imported, so that it starts quickly."""
    if first in NAMED_AS_THEIR_MODULE:
        return (import_module(f"app.cli.{first}"),)
    from app.cli.commands import COMMANDS

    return COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 for a failure or nothing found, 2 for bad input."""
    prepare()
    try:
        typed = list(sys.argv[1:] if arguments is None else arguments)
        first = typed[0] if typed else ""
        command_line = ["open", *typed] if first.lower().startswith(ADDRESS) else typed
        options = parser(first).parse_args(command_line, _defaults())
        _report_crashes(first)
        use_color(Color(options.color))
        be_quiet(options.quiet)
        status = _run(options)
        flush()
    except KnownError as error:
        if is_interrupted():
            raise KeyboardInterrupt from error
        complain(f"error: {error.one_line()}")
        return error.exit_status
    except KeyboardInterrupt as error:
        complain(str(error) or "interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        discard(sys.stdout)
        return PIPE_CLOSED
    return status


def _report_crashes(first: str) -> None:
    """Have an error that is not known write its report; what follows the name of the command stays out of it."""
    before = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        from app.installation.crash_report import write_report

        before(kind, error, trace)
        file = write_report(error, first or "window") if issubclass(kind, Exception) else None
        if file is not None:
            complain(f"This is an error in Dowse. {file} says where it happened, without anything of your files.")

    sys.excepthook = report


def _defaults() -> argparse.Namespace:
    """Return the defaults of options that are given neither before nor after the command."""
    return argparse.Namespace(
        index=None, config=None, json=False, color=Color.AUTO.value, quiet=False, run=None, lang=None
    )


def _run(options: argparse.Namespace) -> int:
    if options.run is None:
        from app.cli.arguments import config_of, index_of
        from app.desktop.start import run_window

        return run_window(index_of(options), config_of(options), language=options.lang or "")
    return int(options.run(options))
