"""Ends a command on Ctrl-C without a traceback, whatever it was doing.

The interpreter raises `KeyboardInterrupt` wherever it is. A library that is being imported may turn it into
another error, a destructor loses it, and threads fail over what the command closes.
"""

import _thread
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it: 128 + SIGINT."""


class _Interruption:
    """Whether this process was interrupted."""

    happened = False


_interruption = _Interruption()


def is_interrupted() -> bool:
    """Return whether Ctrl-C was pressed; what fails afterwards is of no interest."""
    return _interruption.happened


def run_interruptibly(run: Callable[[], int]) -> int:
    """Return the exit status of ``run``; after Ctrl-C end the process once ``run`` has returned or failed."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return run()
    signal.signal(signal.SIGINT, _interrupt)
    _silence_what_follows()
    status = INTERRUPTED
    try:
        status = run()
    except BaseException as error:
        if not is_interrupted():
            raise
        if isinstance(error, KeyboardInterrupt) and sys.stderr is not None:
            sys.stderr.write("interrupted\n")
    if is_interrupted():
        _end(status)
    return status


@contextlib.contextmanager
def interruptible_by_others() -> Iterator[Callable[[], None]]:
    """Yield a function for other threads that interrupts the main one as Ctrl-C does, also where that is ignored.

    A background job of a shell ignores Ctrl-C.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield _thread.interrupt_main
        return
    from app.cli.output import complain

    main = threading.get_ident()

    def interrupt() -> None:
        complain("This command is ended by: dowse engine stop")
        signal.pthread_kill(main, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, _interrupt)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGUSR1, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Interrupt the command; a second time, end it at once."""
    if _interruption.happened:
        os._exit(INTERRUPTED)
    _interruption.happened = True
    raise KeyboardInterrupt


def _silence_what_follows() -> None:
    """Show no failures of threads after an interruption, and interrupt again where a destructor lost it."""
    of_thread, of_destructor = threading.excepthook, sys.unraisablehook

    def thread_failed(failure: threading.ExceptHookArgs) -> None:
        if not is_interrupted():
            of_thread(failure)

    def destructor_failed(failure: "sys.UnraisableHookArgs") -> None:
        if not is_interrupted():
            of_destructor(failure)
        elif issubclass(failure.exc_type, KeyboardInterrupt):
            _interruption.happened = False
            signal.raise_signal(signal.SIGINT)

    threading.excepthook = thread_failed
    sys.unraisablehook = destructor_failed


def _end(status: int) -> None:
    """End without waiting for threads: everything is closed, and the interpreter would report the interruption."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):  # full, or its reader was interrupted as well
                stream.flush()
    os._exit(status)
