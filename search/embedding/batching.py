"""Texts in, batches of similar length out; no text that a model cannot take."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

CHARACTERS_FIRST = 32
"""Characters for each token that are looked at first. Longer texts are cut there before they are tokenized."""


def clean(text: str) -> str:
    """Return the text with lone surrogates replaced, which no tokenizer takes."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text


def unit_rows(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the rows with norm 1; 16-bit arithmetic leaves it a little beside that."""
    unit: npt.NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def by_length(lengths: Sequence[int], batch_size: int, batch_tokens: int) -> Iterator[list[int]]:
    """Yield indices in batches, longest first, so that little is padded and the largest batch comes first.

    Args:
        lengths: tokens of each text.
        batch_size: texts in a batch at most.
        batch_tokens: tokens in a batch at most, padding included; a single text may be longer.
    """
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda position: -lengths[position]):
        if batch and (len(batch) == batch_size or (len(batch) + 1) * lengths[batch[0]] > batch_tokens):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
