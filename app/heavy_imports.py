"""Imports what makes a core, without looking for garbage meanwhile."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


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
        yield
        gc.freeze()
    finally:
        gc.enable()
