"""Opens the window: a client of the engine, which it starts when none runs."""

import hashlib
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

from app.desktop.deep_links import SCHEME
from app.desktop.window_calls import TO_THE_FRONT, WindowCall, WindowCalls, call_window
from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from app.installation.display import draws_offscreen, has_display, require_answering_display
from app.installation.locations import PROGRAM, state_folder
from app.installation.program import program
from app.installation.qt_libraries import require_qt_libraries
from search.atomic_write import sweep
from search.embedding.ports import TokenCounter
from search.errors import MissingExtraError
from ui.services import Program, Services

DRAFT_AGE_S = 60.0
"""Another window writes its small files in less."""


def run_window(index: Path, config: Path | None, *, language: str = "", call: WindowCall | None = None) -> int:
    """Show the window of an index until it is closed, first with what ``call`` asks for; return the exit status.

    ``config`` is a settings file to use instead of the user's own. ``language`` is a language code, or empty for
    the one in the settings. Without a call, a window that is already open on the index comes to the front instead,
    and this returns at once.

    Raises:
        MissingExtraError: there is no display, none answers, or a library that Qt needs.
    """
    if not has_display():
        raise MissingExtraError("desktop.no_display")
    if call is None and call_window(index, TO_THE_FRONT):
        return 0
    require_qt_libraries(offscreen=draws_offscreen())
    require_answering_display()
    with ExitStack() as stack:
        return _shown(index, config, language, stack, call)


def _shown(index: Path, config: Path | None, language: str, stack: ExitStack, call: WindowCall | None) -> int:
    from ui.application.start import begin

    sweep(state_folder(), older_than_s=DRAFT_AGE_S)
    app = begin([PROGRAM], state_folder(), language)
    from app.desktop.window_desk import WindowDesk
    from app.desktop.window_program import WindowProgram
    from ui.application.builder import run

    def open_core() -> RemoteCore:
        core = RemoteCore.starting(index, partial(start_engine, index, config=config), revives=True)
        stack.callback(core.close)
        _counter()  # in this thread: the window's must not wait for it
        core.ping()
        return core

    app.addressOpened.connect(partial(_opened, index, config))
    desk = WindowDesk()
    stack.callback(WindowCalls(index, desk.called.emit).close)
    if call is not None:
        desk.called.emit(call)
    program = WindowProgram(index, config, _own_core(index, config, stack))
    return run(app, open_core, services_of(index, program))


def _opened(index: Path, config: Path | None, address: str) -> None:
    """Have an address read and shown as one that a second start brings; this window is the one that it finds."""
    from PySide6.QtCore import QProcess

    if address.startswith(f"{SCHEME}:"):
        where = ["--index", str(index), *([] if config is None else ["--config", str(config)])]
        first, *rest = program()
        QProcess.startDetached(first, [*rest, "open", address, *where])


def services_of(index: Path, program: Program | None) -> Services:
    """Return the shared objects of the windows of an index; data of the person is separate for each index."""
    name = hashlib.blake2b(str(index).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return Services(state_folder(), state_folder() / "indexes" / name, count_tokens, program)


@cache
def _counter() -> TokenCounter:
    """Return the counter; it loads the packaged vocabulary, so that it waits for the first paint."""
    from search.embedding.tokens import PackagedTokenCounter

    return PackagedTokenCounter()


def count_tokens(text: str) -> int:
    """Return the number of tokens of a text, as the packaged model counts."""
    return _counter().count(text)


def _own_core(index: Path, config: Path | None, stack: ExitStack) -> Callable[[], RemoteCore]:
    """Return what gives a connection that settings are applied through; it is opened when first asked for."""

    @cache
    def opened() -> RemoteCore:
        core = RemoteCore.starting(index, partial(start_engine, index, config=config))
        stack.callback(core.close)
        return core

    return opened
