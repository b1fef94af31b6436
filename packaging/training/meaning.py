"""The passages of a snapshot that the encoder finds near a question."""

import random
from collections.abc import Sequence

import torch

from search.embedding.reader_input import passage_text
from training.model import EncoderModel
from training.sources import Passage
from training.tokenizer import packaged_tokenizer
from training.vectors import encoded, sentence_tokens

MOST = 1000
"""Passages of a snapshot that are encoded, chosen by chance: more would take minutes of a processor."""
TOKENS = 128
"""Of a passage that are encoded."""
ANSWERS_TOO = 0.12
"""A passage that is so much nearer to the question than its answer may well be an answer itself."""


class Meaning:
    """Vectors of passages.

    Args:
        passages: of a snapshot.
        chance: which of them, where there are more than `MOST`.
        bf16: multiply in bfloat16; not on a processor without it.
    """

    def __init__(self, passages: Sequence[Passage], chance: random.Random, *, bf16: bool) -> None:
        self._encoder, self._bf16 = EncoderModel(), bf16
        self._tokenizer = packaged_tokenizer()
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

    def _encoded(self, texts: Sequence[str]) -> torch.Tensor:
        return encoded(self._encoder, sentence_tokens(self._tokenizer, texts, TOKENS), bf16=self._bf16)


def _text(passage: Passage) -> str:
    return passage_text(passage.path, passage.header, passage.text)[:1000]
