"""Wrong passages that the encoder takes for answers: in the question's repository, and in another one."""

import random
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from training.lists import Integers, Lists
from training.meaning import ANSWERS_TOO
from training.model import EncoderModel
from training.pool import FOREIGN, NEAREST_BY_MEANING, Pool, Tokens

_AT_ONCE = 1024


class Mined:
    """What the encoder finds for all questions of a pool.

    Args:
        pool: of questions.
        encoder: of texts.
        seed: of the other repositories that are asked.
    """

    def __init__(self, pool: Pool, encoder: EncoderModel, seed: int) -> None:
        self._pool = pool
        self._chance = random.Random(seed)  # noqa: S311 -- a choice that can be made again
        self._passages = _vectors(encoder, pool.passages)
        self._questions = _vectors(encoder, pool.questions)

    def own(self) -> torch.Tensor:
        """Return the nearest wrong passages of the same snapshot, (questions, `NEAREST_BY_MEANING`)."""
        neighbours = [self._own(number, lists) for number, lists in enumerate(self._pool.lists)]
        return torch.cat(neighbours)

    def foreign(self) -> torch.Tensor:
        """Return the nearest passages of another repository, (questions, `FOREIGN`); -1 where there is none."""
        return torch.cat([self._foreign(number, lists) for number, lists in enumerate(self._pool.lists)])

    def _own(self, number: int, lists: Lists) -> torch.Tensor:
        first, last, base, end = self._bounds(number)
        device = self._pool.device
        files = torch.from_numpy(lists.files.astype(np.int64)).to(device)
        plain = torch.from_numpy(lists.plain).to(device)
        texts, rows = self._passages[base:end], []
        for start in range(first, last, _AT_ONCE):
            stop = min(start + _AT_ONCE, last)
            near = self._questions[start:stop] @ texts.T
            answers = self._pool.answers[start:stop] - base
            near[:, ~plain] = -2.0
            near = torch.where(near > near.gather(1, answers[:, None]) + ANSWERS_TOO, -2.0, near)
            right = _rectangle([lists.right[number] for number in range(start - first, stop - first)]).to(device)
            for column in right.T:
                near[files[None, :] == column[:, None]] = -2.0
            values, numbers = near.topk(min(NEAREST_BY_MEANING, near.shape[1]), 1)
            numbers = torch.where((values > -2.0) & plain[answers][:, None], numbers + base, -1)
            rows.append(nn.functional.pad(numbers, (0, NEAREST_BY_MEANING - numbers.shape[1]), value=-1))
        return torch.cat(rows)

    def _foreign(self, number: int, lists: Lists) -> torch.Tensor:
        first, last, _, _ = self._bounds(number)
        repository = lists.about["repository"]
        all_lists = enumerate(self._pool.lists)
        others = [other for other, part in all_lists if part.about["repository"] != repository]
        nothing = torch.full((last - first, FOREIGN), -1, device=self._pool.device)
        if not others:
            return nothing
        _, _, base, end = self._bounds(self._chance.choice(others))
        if end - base < FOREIGN:
            return nothing
        return torch.cat(
            [
                (self._questions[start : min(start + _AT_ONCE, last)] @ self._passages[base:end].T).topk(
                    FOREIGN, 1
                )[1]
                + base
                for start in range(first, last, _AT_ONCE)
            ]
        )

    def _bounds(self, number: int) -> tuple[int, int, int, int]:
        questions, passages = self._pool.question_bases, self._pool.passage_bases
        bounds = (*questions[number : number + 2], *passages[number : number + 2])
        first, last, base, end = (int(bound) for bound in bounds)
        return first, last, base, end


def _rectangle(rows: Sequence[Integers]) -> torch.Tensor:
    """Return (rows, longest) numbers, filled up with -1."""
    filled = np.full((len(rows), max(map(len, rows))), -1, np.int64)
    for row, numbers in zip(filled, rows, strict=True):
        row[: len(numbers)] = numbers
    return torch.from_numpy(filled)


@torch.inference_mode()
def _vectors(encoder: EncoderModel, tokens: Tokens) -> torch.Tensor:
    """Return the unit vectors of all texts, computed by length."""
    device = tokens.lengths.device
    order = tokens.lengths.argsort()
    vectors = torch.zeros(len(order), encoder.dimension, device=device)
    for start in range(0, len(order), _AT_ONCE):
        batch = order[start : start + _AT_ONCE]
        vectors[batch] = encoder(*tokens.sentences(batch)).float()
    return vectors
