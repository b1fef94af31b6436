"""The questions and passages of several snapshots on one device, put together to what the reader reads."""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch

from search.embedding.reader_input import CLS, QUESTION_TOKENS, SEP, SEQUENCE_TOKENS
from training.lists import SUFFIX, Lists, Ragged

NEAREST_BY_MEANING, FOREIGN = 16, 4
"""Passages of a question that the encoder finds: in its own repository, and in another one."""

Sequences = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Ids, types and mask, each (sequences, tokens)."""


class Tokens:
    """Lists of token ids on a device."""

    def __init__(self, parts: Sequence[Ragged], device: torch.device) -> None:
        values = np.concatenate([part.values for part in parts]).astype(np.int32)
        lengths = np.concatenate([np.diff(part.ends, prepend=0) for part in parts])
        self._values = torch.from_numpy(values).to(device)
        self.lengths = torch.from_numpy(lengths).to(device)
        self._starts = self.lengths.cumsum(0) - self.lengths

    def at(self, lists: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
        """Return one id of each list at each column, (lists, columns); any id where a list has none."""
        positions = self._starts[lists][:, None] + columns
        return self._values[positions.clamp_(0, len(self._values) - 1)].long()

    def sentences(self, lists: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return ids and mask of texts that stand alone, each (texts, tokens of the longest)."""
        lengths = self.lengths[lists][:, None]
        columns = torch.arange(int(lengths.max()) + 2, device=lengths.device)[None, :]
        ids = torch.where(columns == lengths + 1, SEP, self.at(lists, columns - 1))
        ids[:, 0] = CLS
        mask = columns <= lengths + 1
        return ids * mask, mask


class Pool:
    """All questions of a training.

    Args:
        lists: of snapshots.
        device: where the arrays lie.
        most: tokens of a sequence.

    Attributes:
        answers: (questions,), number of the passage that answers each question.
        others: (questions, columns), numbers of passages that do not; -1 for none.
        weights: (columns,), how often each column is drawn.
    """

    def __init__(self, lists: Sequence[Lists], device: torch.device, most: int = SEQUENCE_TOKENS) -> None:
        self.lists, self.device, self._most = lists, device, most
        self.passages = Tokens([part.passages for part in lists], device)
        self.questions = Tokens([part.questions for part in lists], device)
        self.passage_bases = np.cumsum([0, *(len(part.passages) for part in lists)])
        self.question_bases = np.cumsum([0, *(len(part.questions) for part in lists)])
        based = zip(lists, self.passage_bases, strict=False)
        columns = [
            (part.answers + base, _moved(part.others, base), _moved(part.neighbours, base)) for part, base in based
        ]
        answers, others, neighbours = (
            np.concatenate(column).astype(np.int64) for column in zip(*columns, strict=True)
        )
        self.answers = torch.from_numpy(answers).to(device)
        self.others = torch.from_numpy(np.concatenate([others, neighbours], 1)).to(device)
        near = 1.0 / (4.0 + np.arange(others.shape[1]))
        self.weights = torch.from_numpy(np.concatenate([near, np.full(neighbours.shape[1], 0.03)])).to(device)

    @classmethod
    def read(cls, folders: Iterable[Path], device: torch.device, most: int) -> "Pool":
        """Return what lies in folders."""
        files = [file for folder in folders for file in sorted(folder.glob(f"*{SUFFIX}"))]
        return cls([Lists.load(file) for file in files], device, most)

    def of_kind(self, kind: str) -> torch.Tensor:
        """Return whether each question is of a kind, (questions,)."""
        named = [np.array(part.names("kinds"))[part.kinds] == kind for part in self.lists]
        return torch.from_numpy(np.concatenate(named)).to(self.device)

    def __len__(self) -> int:
        """Return the number of questions."""
        return len(self.answers)

    def add(self, passages: torch.Tensor, weight: float) -> None:
        """Let further passages be drawn as wrong ones.

        Args:
            passages: (questions, columns), numbers of passages, -1 for none, the nearest first.
            weight: of a column beside those that words find.
        """
        known = (passages[:, :, None] == self.others[:, None, :]).any(2)
        near = weight / (4.0 + torch.arange(passages.shape[1], device=self.device))
        self.others = torch.cat([self.others, passages.masked_fill(known, -1)], 1)
        self.weights = torch.cat([self.weights, near.to(self.weights)])

    def drawn(self, questions: torch.Tensor, count: int) -> torch.Tensor:
        """Return numbers of passages, (questions, 1 + count): the answer first, then wrong ones by chance."""
        others = self.others[questions]
        weights = (others >= 0) * self.weights + 1e-9
        columns = torch.multinomial(weights, count)
        wrong = others.gather(1, columns)
        return torch.cat([self.answers[questions][:, None], wrong], 1)

    def sequences(self, questions: torch.Tensor, passages: torch.Tensor, *, whole: bool = False) -> Sequences:
        """Return what is read of each passage for the question beside it.

        Args:
            questions: (sequences,), numbers of questions.
            passages: (sequences,), numbers of passages.
            whole: fill up to as many tokens as a sequence may have, and not to those of the longest one.
        """
        lengths = self.questions.lengths[questions].clamp(max=QUESTION_TOKENS)[:, None]
        shown = torch.minimum(self.passages.lengths[passages][:, None], self._most - lengths - 3)
        total = lengths + shown + 3
        width = self._most if whole else int(total.max())
        columns = torch.arange(width, device=self.device)[None, :]
        from_passage = self.passages.at(passages, columns - lengths - 2)
        ids = torch.where(columns <= lengths, self.questions.at(questions, columns - 1), from_passage)
        ids[:, 0] = CLS
        ids = torch.where((columns == lengths + 1) | (columns == total - 1), SEP, ids)
        mask = columns < total
        return ids * mask, ((columns > lengths + 1) & mask).long(), mask

    def split(self, seed: int, most: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return numbers of questions that only measure, at most so many, and of those that teach."""
        order = list(range(len(self)))
        random.Random(seed).shuffle(order)  # noqa: S311 -- an order that can be made again
        measuring = min(most, len(order) // 10)
        both = (order[:measuring], order[measuring:])
        measured, taught = (torch.tensor(part, dtype=torch.long, device=self.device) for part in both)
        return measured, taught


def _moved(numbers: np.ndarray, base: int) -> np.ndarray:
    return np.where(numbers < 0, -1, numbers.astype(np.int64) + base)
