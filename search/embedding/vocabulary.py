"""The words that the packaged model knows whole: a dictionary that comes with it."""

from search.embedding.models import packaged_file
from search.errors import ModelError

_FILE = "vocab.txt"
_LEAST_LETTERS = 3
"""Shorter entries are mostly pieces of words."""


def packaged_words() -> frozenset[str]:
    """Return the lower-cased plain words of the packaged model's vocabulary, about 20,000; none without it."""
    try:
        entries = packaged_file(_FILE).read_text("utf-8").split()
    except (OSError, ModelError):
        return frozenset()
    return frozenset(
        entry for entry in entries if entry.isascii() and entry.isalpha() and len(entry) >= _LEAST_LETTERS
    )
