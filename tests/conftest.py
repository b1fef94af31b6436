"""What holds for all tests: which process runs which, and when garbage is collected.

Beside Qt, that is between two tests, in the thread that they run in.
Tests of the window and of what runs in threads share a process. A worker's thread that collects what a window left
behind destroys Qt objects outside their thread; see ``ui.application.garbage``. What is still alive at the end of
a file, mostly modules, is not looked at again: half a million objects, two hundred times.
"""

import gc
import os
import sys
from collections.abc import Generator

import pytest
from hypothesis import Phase, settings
from pytest_rerunfailures import ClientStatusDB, StatusDB
from xdist.scheduler import LoadFileScheduling

os.environ.setdefault("DOWSE_ENGINE", "off")
"""A command starts no engine that would outlive its test; the tests of that remove it."""

os.environ.setdefault("DOWSE_READER", "off")
"""Orders are those of the formula, whatever weights this checkout carries, and do not depend on the time that a
reading takes; the tests of the reader remove it."""

settings.register_profile("dowse", deadline=None, derandomize=True)
settings.register_profile("mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
settings.load_profile("dowse")
"""No example fails for the time that it took, and every run tries the same ones; `make fuzz` looks for others.

`make mutants` wants to know whether an example fails, not the smallest one.
"""


WITH_A_MODEL = (
    "tests/contracts/test_determinism.py",
    "tests/contracts/test_evidence.py",
    "tests/contracts/test_facets.py",
    "tests/contracts/test_hybrid_search.py",
    "tests/contracts/test_reranking.py",
    "tests/unit/search/embedding/",
)
"""What needs torch, a converted model or the sample corpus with vectors, each 10 s of work in each process."""


class OneForModels(LoadFileScheduling):
    """Hands out whole files, those with a model to one process only."""

    def _split_scope(self, nodeid: str) -> str:
        return "with a model" if nodeid.startswith(WITH_A_MODEL) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> OneForModels:
    """Have several processes share the work this way."""
    return OneForModels(config, log)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Note how often a test failed in its own process.

    pytest-rerunfailures tells another process by a socket, for tests whose process ended; none is run again here,
    and each test waited for 40 ms.
    """
    remote = getattr(config, "failures_db", None)
    if isinstance(remote, ClientStatusDB):
        remote.sock.close()
        config.failures_db = StatusDB()


def pytest_collection_finish() -> None:
    """Look no more at what importing all tests left behind."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Leave collecting to the end of the test once Qt is there."""
    if "PySide6.QtWidgets" in sys.modules:
        gc.disable()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Destroy what is to be deleted later; then collect, and everything after the last test of a file."""
    try:
        return (yield)
    finally:
        if "PySide6.QtWidgets" in sys.modules:
            from PySide6.QtCore import QCoreApplication, QEvent

            gc.disable()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            file_goes_on = nextitem is not None and nextitem.path == item.path
            gc.collect(1 if file_goes_on else 2)
            if not file_goes_on:
                gc.freeze()
