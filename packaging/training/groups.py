"""Questions of a snapshot, and the passages among which the encoder looks for their answers."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch

from indexer.chunking.chunks import embed_text
from search.embedding.reader_input import CLS, QUESTION_TOKENS, SEP
from training.kinds import Kind
from training.lists import Lists
from training.model import EncoderModel
from training.sources import Passage, Snapshot
from training.tokenizer import packaged_tokenizer
from training.vectors import encoded, sentence_tokens
from training.written import WrittenQuestion

PASSAGE_TOKENS = 256
"""Of a passage, as many as the product's encoder reads."""
BESIDE_ANSWER, OF_OTHER_FILE = 4, 6
"""Passages of a file that has answers, beside them, and of one that has none."""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of one snapshot: those that were written to it, then others.

    Attributes:
        questions: token ids of each.
        written: how many of them are written ones.
        passages: (passages, dimension), vectors by the packaged encoder.
        files: (passages,), the number of the file of each.
        answers: (questions,), row of the passage that answers.
    """

    questions: list[list[int]]
    written: int
    passages: torch.Tensor
    files: torch.Tensor
    answers: torch.Tensor


class Grouping:
    """Makes groups of snapshots.

    Args:
        encoder: of passages, as it is packaged.
        most: passages of a snapshot, unless its answers and what stands beside them are more.
        others: questions of a snapshot that nobody wrote.
        bf16: multiply in bfloat16.
    """

    def __init__(self, encoder: EncoderModel, most: int, others: int, *, bf16: bool) -> None:
        self._encoder, self._most, self._others, self._bf16 = encoder, most, others, bf16
        self._tokenizer = packaged_tokenizer()

    def of(
        self, snapshot: Snapshot, questions: Sequence[WrittenQuestion], lists: Lists, chance: random.Random
    ) -> Group:
        """Return a group.

        Args:
            snapshot: passages are taken of it.
            questions: written ones; without those whose passage the snapshot lacks.
            lists: of the same snapshot, with questions that nobody wrote.
            chance: which passages and which of those questions.
        """
        wanted = {(question.path, question.line) for question in questions}
        passages = list(self._chosen(snapshot, wanted, chance))
        rows = {(passage.path, passage.start): row for row, passage in enumerate(passages)}
        written = [question for question in questions if (question.path, question.line) in rows]
        answers = [rows[question.path, question.line] for question in written]
        paths = {path: number for number, path in enumerate(dict.fromkeys(part.path for part in passages))}
        files = [paths[part.path] for part in passages]
        worded = [question.text for question in written]
        shown = [embed_text(part.path, part.header, part.symbols, part.text) for part in passages]
        tokens = sentence_tokens(self._tokenizer, worded, QUESTION_TOKENS + 2)
        texts = sentence_tokens(self._tokenizer, shown, PASSAGE_TOKENS)
        others = np.flatnonzero(np.array(lists.names("kinds"))[lists.kinds] != Kind.WRITTEN).tolist()
        for position, number in enumerate(chance.sample(others, min(self._others, len(others)))):
            tokens.append([CLS, *lists.questions[number][:QUESTION_TOKENS].tolist(), SEP])
            answers.append(len(texts))
            files.append(len(paths) + position)
            texts.append([CLS, *lists.passages[int(lists.answers[number])].tolist(), SEP])
        vectors = encoded(self._encoder, texts, bf16=self._bf16)
        device = vectors.device
        of_files, of_answers = (torch.tensor(numbers, device=device) for numbers in (files, answers))
        return Group(tokens, len(written), vectors, of_files, of_answers)

    def _chosen(
        self, snapshot: Snapshot, wanted: set[tuple[str, int]], chance: random.Random
    ) -> Iterator[Passage]:
        """Yield the passages that answer and some of the same files, then those of other files."""
        count = 0
        others: list[Passage] = []
        for file in chance.sample(snapshot.files, len(snapshot.files)):
            answers = [passage for passage in file.passages if (passage.path, passage.start) in wanted]
            rest = [passage for passage in file.passages if (passage.path, passage.start) not in wanted]
            if answers:
                shown = answers + chance.sample(rest, min(BESIDE_ANSWER, len(rest)))
                count += len(shown)
                yield from shown
            else:
                others += chance.sample(rest, min(OF_OTHER_FILE, len(rest)))
        yield from islice(others, max(0, self._most - count))
