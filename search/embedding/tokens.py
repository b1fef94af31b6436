"""The packaged model's tokenizer: input of the encoder, and the only token counter of the system."""

import functools
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from search.embedding.batching import CHARACTERS_FIRST, clean
from search.embedding.models import packaged_file
from search.embedding.offline import enforce_offline
from search.errors import ModelError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_PIECE_CHARACTERS = 100_000
"""A longer text is counted in pieces, cut at white space, across which no word-piece token continues."""


def open_tokenizer(path: Path) -> "Tokenizer":
    """Return a tokenizer that neither cuts nor fills up.

    Raises:
        ModelError: the file is missing.
    """
    enforce_offline()
    from tokenizers import Tokenizer

    if not path.is_file():
        raise ModelError("model.no_tokenizer", path=path)
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def tokenized(tokenizer: "Tokenizer", texts: list[str], max_length: int) -> list[list[int]]:
    """Return the token ids of each text, special ones included, cut to ``max_length`` as the model's authors do.

    The tokenizer has to cut at ``max_length`` itself; only the start of a long text is given to it.
    """
    starts = [clean(text[: max_length * CHARACTERS_FIRST]) for text in texts]
    ids = [encoding.ids for encoding in tokenizer.encode_batch_fast(starts)]
    for index, text in enumerate(texts):
        if len(ids[index]) < max_length and len(text) > max_length * CHARACTERS_FIRST:
            ids[index] = tokenizer.encode(clean(text)).ids
    return ids


class PackagedTokenCounter:
    """Counts tokens of the packaged model, without special ones; loaded at the first count."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @functools.cached_property
    def _tokenizer(self) -> "Tokenizer":
        return open_tokenizer(packaged_file("tokenizer.json"))

    def count(self, text: str, /) -> int:
        """Return the number of tokens; the same text always gives the same number."""
        with self._lock:
            tokenizer = self._tokenizer
        pieces = [clean(piece) for piece in _pieces(text)]
        return sum(len(encoding.ids) for encoding in tokenizer.encode_batch_fast(pieces, add_special_tokens=False))


def _pieces(text: str) -> list[str]:
    pieces, start = [], 0
    while len(text) - start > _PIECE_CHARACTERS:
        end = start + _PIECE_CHARACTERS
        blank = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
        end = blank if blank > start else end
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]
