"""Opens the window: a client of the engine, which it starts when none runs."""

import argparse
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import platformdirs

from app.cli.arguments import config_of, index_of
from app.display import draws_offscreen, has_display
from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from app.locations import PROGRAM
from app.qt_libraries import require_qt_libraries
from search.errors import MissingExtraError


def run_window(options: argparse.Namespace) -> int:
    """Show the window until it is closed; return the exit status.

    Raises:
        MissingExtraError: there is no display, or a library that Qt needs.
    """
    if not has_display():
        raise MissingExtraError(
            "there is no display for the window", remedy='The command line needs none: dowse search "words".'
        )
    require_qt_libraries(offscreen=draws_offscreen())
    index, config = index_of(options), config_of(options)
    with ExitStack() as stack:
        return _shown(index, config, stack)


def _shown(index: Path, config: Path | None, stack: ExitStack) -> int:
    from search.embedding.tokens import PackagedTokenCounter
    from ui.application import run

    def open_core() -> RemoteCore:
        core = RemoteCore.starting(index, partial(start_engine, index, config=config))
        stack.callback(core.close)
        core.ping()
        return core

    state_folder = Path(platformdirs.user_state_path(PROGRAM, appauthor=False))
    return run(open_core, state_folder, PackagedTokenCounter().count, [PROGRAM])
