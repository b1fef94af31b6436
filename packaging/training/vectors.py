"""Vectors of texts by the packaged encoder, with or without changes."""

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer

from search.embedding.reader_input import CLS, SEP
from training.model import EncoderModel

_AT_ONCE = 64


def sentence_tokens(tokenizer: Tokenizer, texts: Sequence[str], most: int) -> list[list[int]]:
    """Return the token ids of texts that stand alone: at most so many of each, special ones included."""
    entries = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
    return [[CLS, *entry.ids[: most - 2], SEP] for entry in entries]


def vectors_of(encoder: EncoderModel, texts: Sequence[Sequence[int]], *, bf16: bool) -> torch.Tensor:
    """Return unit vectors of tokenised texts in 32 bits, (texts, dimension).

    Gradients flow where they are enabled. Texts of like length should stand together.

    Args:
        encoder: with or without changes.
        texts: token ids of each.
        bf16: multiply in bfloat16; not on a processor without it.
    """
    device = next(encoder.parameters()).device
    width = max(map(len, texts))
    ids = torch.tensor([[*text, *[0] * (width - len(text))] for text in texts], device=device)
    mask = torch.arange(width, device=device) < torch.tensor([[len(text)] for text in texts], device=device)
    with torch.autocast(device.type, torch.bfloat16, enabled=bf16):
        vectors: torch.Tensor = encoder(ids, mask)
    return vectors.float()


@torch.no_grad()
def encoded(encoder: EncoderModel, texts: Sequence[Sequence[int]], *, bf16: bool) -> torch.Tensor:
    """Return what `vectors_of` gives, for any number of texts of any lengths and without gradients."""
    order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
    vectors = torch.zeros(len(texts), encoder.dimension, device=next(encoder.parameters()).device)
    for start in range(0, len(order), _AT_ONCE):
        batch = order[start : start + _AT_ONCE]
        vectors[batch] = vectors_of(encoder, [texts[number] for number in batch], bf16=bf16)
    return vectors
