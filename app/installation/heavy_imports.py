"""Imports what makes a core: without looking for garbage meanwhile, and without what would paint a log."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from search.lazy_import import lazy_import


@contextmanager
def kept_imports() -> Iterator[None]:
    """Import `app.composition` inside this: to look for garbage meanwhile, and in it later, is a tenth of a start.

    Nothing changes where it was imported before, or where nothing collects by itself, as beside a window.
    """
    if "app.composition" in sys.modules or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        with lazy_import(("rich",)):
            import structlog  # noqa: F401 -- looks for what paints tracebacks; our log is lines of JSON
        yield
        gc.freeze()
    finally:
        gc.enable()
