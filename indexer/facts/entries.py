"""Functions and classes that a language's description names; they are imported when they are first needed."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


@cache
def load(entry: str) -> Callable[..., Any]:
    """Return the object that an entry such as ``indexer.languages.go.extractor:go_facts`` names."""
    module, _, name = entry.partition(":")
    loaded: Callable[..., Any] = getattr(import_module(module), name)
    return loaded
