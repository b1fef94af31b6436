"""Numbers of tokens that are remembered: counting takes long, and is done beside the window where it can be."""

from collections.abc import Callable, Iterable

MOST_TEXTS = 1_000
"""Counted texts that are remembered; an answer has some dozens."""


class TokenCounts:
    """Counts as ``count`` does, which any thread may call, and the same text only once."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def __call__(self, text: str, /) -> int:
        """Return the number of tokens of a text."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= MOST_TEXTS:
                self._known.clear()
            known = self._known[text] = self._count(text)
        return known

    def learn(self, texts: Iterable[str], /) -> None:
        """Count texts that will be asked for."""
        for text in texts:
            self(text)
