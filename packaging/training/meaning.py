"""The passages of a snapshot that the encoder finds near a question."""

import random
from collections.abc import Sequence

import torch
from tokenizers import Tokenizer

from search.embedding.models import packaged_folder
from search.embedding.reader_input import CLS, SEP, passage_text
from training.model import EncoderModel, padded
from training.sources import Passage

MOST = 1000
"""Passages of a snapshot that are encoded, chosen by chance: more would take minutes of a processor."""
TOKENS = 128
"""Of a passage that are encoded."""
ANSWERS_TOO = 0.12
"""A passage that is so much nearer to the question than its answer may well be an answer itself."""
_AT_ONCE = 96


class Meaning:
    """Vectors of passages.

    Args:
        passages: of a snapshot.
        chance: which of them, where there are more than `MOST`.
        bf16: multiply in bfloat16; not on a processor without it.
    """

    def __init__(self, passages: Sequence[Passage], chance: random.Random, *, bf16: bool) -> None:
        self._encoder, self._bf16 = EncoderModel(), bf16
        self._tokenizer = Tokenizer.from_file(str(packaged_folder() / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._passages = chance.sample(list(passages), min(MOST, len(passages)))
        self._vectors = self._encoded([_text(passage) for passage in self._passages])

    def nearest(self, question: str, answer: Passage, most: int) -> list[Passage]:
        """Return passages of different files, the nearest to a question first.

        Args:
            question: in words.
            answer: none is much nearer than this one.
            most: how many.
        """
        vector, right = self._encoded([question, _text(answer)])
        near = self._vectors @ vector
        limit = float(vector @ right) + ANSWERS_TOO
        best: dict[str, Passage] = {}
        for number in near.argsort(descending=True).tolist():
            if near[number] <= limit:
                best.setdefault(self._passages[number].path, self._passages[number])
            if len(best) == most:
                break
        return list(best.values())

    @torch.inference_mode()
    def _encoded(self, texts: Sequence[str]) -> torch.Tensor:
        tokens = [
            [CLS, *entry.ids[: TOKENS - 2], SEP]
            for entry in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        ]
        order = sorted(range(len(tokens)), key=lambda number: len(tokens[number]))
        vectors = torch.zeros(len(tokens), self._encoder.dimension)
        for start in range(0, len(order), _AT_ONCE):
            batch = order[start : start + _AT_ONCE]
            ids, _, mask = padded([(tokens[number], tokens[number]) for number in batch])
            with torch.autocast("cpu", torch.bfloat16, enabled=self._bf16):
                vectors[batch] = self._encoder(ids, mask).float()
        return vectors


def _text(passage: Passage) -> str:
    return passage_text(passage.path, passage.header, passage.text)[:1000]
