"""The standard streams of a command, any of which may be closed, full, or without a reader."""

import contextlib
import os
import sys
from typing import Any, TextIO

from search.errors import OutputError

_OUTPUT, _ERRORS = -11, -12
"""``STD_OUTPUT_HANDLE`` and ``STD_ERROR_HANDLE`` of Windows."""

_READ_CODES = 0x0004
"""``ENABLE_VIRTUAL_TERMINAL_PROCESSING``; since 2016 terminals of Windows have it, and many switch it off."""


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
    if sys.platform == "win32":
        import ctypes

        read_styles(ctypes.windll.kernel32)


def read_styles(kernel: Any) -> None:
    """Have the terminal of Windows read the codes of colours in the output, which it prints as signs otherwise.

    Args:
        kernel: the library ``kernel32``.
    """
    import ctypes

    for number in (_OUTPUT, _ERRORS):
        handle, mode = kernel.GetStdHandle(number), ctypes.c_uint32()
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):  # it fails where the output is no terminal
            kernel.SetConsoleMode(handle, mode.value | _READ_CODES)


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
