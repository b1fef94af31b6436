"""What a question is compared with while the encoder is adapted: the nearest passage of each file."""

import torch
from torch.testing import assert_close
from training.adapt import LOWEST, nearest_of_files
from training.groups import Group
from training.meaning import ANSWERS_TOO

QUESTION = torch.tensor([[1.0, 0.0]])


def _at(cosine: float) -> list[float]:
    return [cosine, (1 - cosine**2) ** 0.5]


def _group(cosines: list[float], files: list[int], answer: int) -> Group:
    passages = torch.tensor([_at(cosine) for cosine in cosines])
    return Group([[101, 102]], 1, passages, torch.tensor(files), torch.tensor([answer]))


def test_a_file_is_as_near_as_its_nearest_passage() -> None:
    group = _group([0.3, 0.5, 0.4, 0.2], [0, 0, 1, 1], answer=0)
    assert_close(nearest_of_files(QUESTION, group, [0]), torch.tensor([[0.5, 0.4]]))


def test_a_passage_of_another_file_that_is_much_nearer_than_the_answer_does_not_count() -> None:
    group = _group([0.3, 0.3 + ANSWERS_TOO + 0.05, 0.35, 0.9], [0, 1, 1, 2], answer=0)
    assert_close(nearest_of_files(QUESTION, group, [0]), torch.tensor([[0.3, 0.35, LOWEST]]))


def test_the_file_of_the_answer_counts_however_near_it_is() -> None:
    group = _group([0.3, 0.9], [0, 0], answer=0)
    assert_close(nearest_of_files(QUESTION, group, [0]), torch.tensor([[0.9]]))
