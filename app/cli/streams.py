"""The standard streams of a command, any of which may be closed, full, or without a reader."""

import contextlib
import os
import sys
from typing import TextIO

from search.errors import OutputError


def prepare() -> None:
    """Have all three streams, of which Python leaves out a closed one, and print UTF-8 whatever the locale.

    File names with broken bytes are printed with their codes.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - stays open like any standard stream
    if sys.stdout is None:  # nothing can be written to it, which only matters to a command that writes
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as above
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as above
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def put(text: str) -> None:
    """Write a part of the answer.

    Raises:
        OutputError: standard output does not take it.
        BrokenPipeError: its reader went away.
    """
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _refused(error) from error


def flush() -> None:
    """Write what is still buffered of the answer.

    Raises:
        OutputError: standard output does not take it.
        BrokenPipeError: its reader went away.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _refused(error) from error


def put_aside(text: str) -> None:
    """Write to standard error, or nowhere if that does not take it.

    Raises:
        BrokenPipeError: its reader went away.
    """
    try:
        sys.stderr.write(text)
    except BrokenPipeError:
        raise
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Have what is buffered and all that follows go nowhere, so that the end of the process does not fail."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refused(error: OSError) -> OutputError:
    discard(sys.stdout)
    return OutputError("cli.output_refused", reason=error.strerror)
