"""What several commands do with their arguments."""

import argparse
import os
from pathlib import Path

from app.locations import index_folder
from search.errors import BadInputError, NotFoundError

Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for what add_subparsers gives


def index_of(options: argparse.Namespace) -> Path:
    """Return the index folder that the options choose."""
    return index_folder(options.index)


def config_of(options: argparse.Namespace) -> Path | None:
    """Return the settings file that the options choose, or None for the user's own.

    Raises:
        NotFoundError: it is not there.
    """
    if options.config is None:
        return None
    path = Path(options.config).expanduser().resolve()
    if not path.is_file():
        raise NotFoundError(f"the settings file {path} is not there", remedy="Check --config.")
    return path


def as_the_core_reads_it(path: str) -> str:
    """Return a path that exists here as an absolute one, and anything else (a name, an indexed path) as typed."""
    try:
        return os.path.abspath(path) if os.path.lexists(path) else path  # noqa: PTH100 - links stay as typed
    except ValueError as error:
        raise BadInputError(f"{path!r} is no path", remedy="Remove the NUL character.") from error
