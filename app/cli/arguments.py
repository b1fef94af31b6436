"""What several commands do with their arguments."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from search.errors import BadInputError, NotFoundError

if TYPE_CHECKING:
    from search.types.graph import EdgeType

Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for what add_subparsers gives

NAMED = "a file by its path, a definition or a table by its name, or anything by its identifier in JSON answers"
"""Help for an argument with which something in the dependency graph is named."""

MOST_INPUT_BYTES = 1_000_000
"""Largest text on standard input. Only the beginning and the end of a long report are searched anyway."""

NOTHING_FOUND = 1
"""Exit status of a command that looked for something and found nothing, as of grep."""


def index_of(options: argparse.Namespace, *, writes: bool = False) -> Path:
    """Return the index folder that the options choose; ``writes`` for a command that changes the index."""
    from app.installation.locations import index_folder

    return index_folder(options.index, writes=writes)


def config_of(options: argparse.Namespace) -> Path | None:
    """Return the settings file that the options choose, or None for the user's own.

    Raises:
        NotFoundError: it is not there.
        BadInputError: nobody may look whether it is.
    """
    if options.config is None:
        return None
    path = Path(options.config).expanduser().resolve()
    try:
        is_there = path.is_file()
    except OSError as error:
        raise BadInputError("settings.unreadable", path=path, reason=error.strerror) from error
    if not is_there:
        raise NotFoundError("settings.not_there", path=path)
    return path


def as_the_core_reads_it(path: str) -> str:
    """Return a path that exists here as an absolute one, and anything else (a name, an indexed path) as typed.

    One in a folder that may not be read is taken for one that exists. Of an absolute one nothing is asked: it may
    lie on a server that does not answer.
    """
    if "\0" in path:
        raise BadInputError("cli.bad_path", path=repr(path))
    try:
        if not os.path.isabs(path):  # noqa: PTH117 - no Path on the way to an engine
            os.lstat(path)
    except PermissionError:
        pass
    except OSError:
        return path
    return os.path.abspath(path)  # noqa: PTH100 - resolve would follow links, which stay as typed


def as_it_is_stored(path: str) -> str:
    """Return a path that exists here as an absolute one, as results show it, and anything else as typed."""
    from search.file_names import stored_name

    return stored_name(as_the_core_reads_it(path))


def add_overloads(command: argparse.ArgumentParser) -> None:
    """Add the option that tells overloads apart."""
    command.add_argument(
        "--overloads",
        action="store_true",
        help="show each overload of a method by itself; a name with parameters always means one: Add(int,string)",
    )


def add_tree_options(command: argparse.ArgumentParser, *, most: int, tests_help: str) -> None:
    """Add the options of the commands that print a tree of the dependency graph.

    ``most`` is the default of ``--max-nodes``; ``tests_help`` says what ``--tests`` adds to the tree.
    """
    from search.types.graph import EdgeType

    command.add_argument(
        "--tests",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=f"{tests_help}; with --no-tests they are only counted",
    )
    command.add_argument("--max-nodes", type=int, metavar="NUMBER", default=most, help="most lines of the tree")
    add_overloads(command)
    command.add_argument(
        "--edges",
        metavar="TYPE,...",
        default="",
        help=f"follow these kinds of dependency only, instead of the usual ones: {', '.join(EdgeType)}",
    )


def at_least_one(name: str, value: int) -> int:
    """Return the value of an option that counts something.

    Raises:
        BadInputError: it is 0 or less.
    """
    if value < 1:
        raise BadInputError("cli.not_from_one", option=name, value=value)
    return value


def edge_types(text: str) -> "tuple[EdgeType, ...]":
    """Return the types in a comma list; none for an empty one.

    Raises:
        BadInputError: one is not known.
    """
    from search.types.graph import EdgeType

    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in list(EdgeType)]
    if unknown:
        from search.spelling import nearest

        if near := nearest(unknown[0], EdgeType, limit=1):
            raise BadInputError("cli.misspelt_edges", unknown=unknown[0], near=near[0])
        raise BadInputError("cli.unknown_edges", unknown=", ".join(unknown), known=", ".join(EdgeType))
    return tuple(EdgeType(name) for name in names)


def over_repositories(
    commands: "Commands[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    name: str,
    *,
    help_text: str,
    examples: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a command that looks over one repository or all, and return its parser.

    `help_text` describes it in the list of commands; `examples` follow its own help unchanged.
    """
    command = commands.add_parser(name, parents=[common], help=help_text, epilog=examples)
    command.set_defaults(run=run)
    command.add_argument(
        "repository",
        metavar="REPO",
        nargs="?",
        default="",
        help="the label, label@branch or folder of a repository; all of them if it is left out",
    )
    return command


def standard_input(command: str) -> str:
    """Return the text on standard input; ``command`` is what was typed to have it read.

    Raises:
        BadInputError: there is no text to read, or more than `MOST_INPUT_BYTES`.
    """
    data = sys.stdin.buffer.read(MOST_INPUT_BYTES + 1)
    if len(data) > MOST_INPUT_BYTES:
        raise BadInputError("cli.input_too_large", limit=MOST_INPUT_BYTES)
    text = data.decode("utf-8", "replace").strip()
    if not text:
        raise BadInputError("cli.empty_input", command=command)
    return text
