"""Questions with the passages that are read for each, as arrays: what `pairs.py` writes and `train.py` reads."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
from safetensors import safe_open
from safetensors.numpy import save_file

from search.embedding.reader_input import QUESTION_TOKENS
from training.tokenizer import packaged_tokenizer

SUFFIX = ".safetensors"
OTHERS, NEIGHBOURS = 20, 4
"""Passages of a question that do not answer: those that words find, and those beside the answer."""
PASSAGE_TOKENS = 184
"""Tokens of a passage that are stored; more never fit beside a question."""

Integers = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Lists of small numbers of different lengths, one after the other."""

    values: Integers
    ends: Integers

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]], dtype: type[np.integer] = np.uint16) -> Self:
        """Return the lists, joined."""
        ends = np.cumsum([len(entry) for entry in lists], dtype=np.int64)
        values = np.fromiter((value for entry in lists for value in entry), dtype, int(ends[-1]) if lists else 0)
        return cls(values, ends)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self.ends)

    def __getitem__(self, number: int) -> Integers:
        """Return one list."""
        return self.values[self.ends[number - 1] if number else 0 : self.ends[number]]


@dataclass(frozen=True, slots=True)
class Lists:
    """The questions of one repository at one commit.

    Attributes:
        about: full name of the repository, commit, licence, and the names of languages and kinds.
        passages: token ids of each passage, without special tokens.
        files: (passages,), the number of the file of each.
        plain: (passages,), whether it is shown as the index has it, with comments and headings.
        questions: token ids of each question.
        answers: (questions,), number of the passage that answers.
        others: (questions, `OTHERS`), numbers of passages that words find, the nearest first; -1 fills up.
        neighbours: (questions, `NEIGHBOURS`), numbers of passages beside the answer; -1 fills up.
        right: numbers of the files of each question that may answer as well: none of their passages is wrong.
        kinds: (questions,), position in the names of kinds.
        languages: (questions,), position in the names of languages.
    """

    about: dict[str, str]
    passages: Ragged
    files: Integers
    plain: npt.NDArray[np.bool_]
    questions: Ragged
    answers: Integers
    others: Integers
    neighbours: Integers
    right: Ragged
    kinds: Integers
    languages: Integers

    def save(self, file: Path) -> None:
        """Write them to a file."""
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        for name in _RAGGED:
            ragged = getattr(self, name)
            arrays[name], arrays[f"{name}.ends"] = ragged.values, ragged.ends
        save_file({name: np.ascontiguousarray(values) for name, values in arrays.items()}, str(file), self.about)

    @classmethod
    def load(cls, file: Path) -> Self:
        """Return those of a file."""
        with safe_open(str(file), "np") as stored:
            arrays = {name: stored.get_tensor(name) for name in _ARRAYS}
            ragged = {name: Ragged(stored.get_tensor(name), stored.get_tensor(f"{name}.ends")) for name in _RAGGED}
            return cls(about=dict(stored.metadata()), **arrays, **ragged)

    def names(self, of: str) -> list[str]:
        """Return the names of ``kinds`` or ``languages``."""
        listed: list[str] = json.loads(self.about[of])
        return listed


_RAGGED = ("passages", "questions", "right")
_ARRAYS = ("files", "plain", "answers", "others", "neighbours", "kinds", "languages")


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage as it is shown, of a numbered file."""

    file: int
    text: str
    plain: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its passages."""

    text: str
    kind: str
    language: str
    answer: Shown
    others: tuple[Shown, ...]
    neighbours: tuple[Shown, ...]
    right: tuple[int, ...]


class ListsWriter:
    """Collects the questions of one snapshot; a passage of several questions is stored once."""

    def __init__(self) -> None:
        self._numbers: dict[Shown, int] = {}
        self._questions: list[Question] = []
        self._tokenizer = packaged_tokenizer()

    def add(self, question: Question) -> None:
        """Take one question."""
        self._questions.append(question)
        for shown in (question.answer, *question.others, *question.neighbours):
            self._numbers.setdefault(shown, len(self._numbers))

    def lists(self, about: dict[str, str]) -> Lists:
        """Return all of them, tokenized."""
        questions, shown = self._questions, list(self._numbers)
        kinds = sorted({question.kind for question in questions})
        languages = sorted({question.language for question in questions})
        return Lists(
            about={**about, "kinds": json.dumps(kinds), "languages": json.dumps(languages)},
            passages=self._tokens((passage.text for passage in shown), PASSAGE_TOKENS),
            files=np.array([passage.file for passage in shown], np.int32),
            plain=np.array([passage.plain for passage in shown], np.bool_),
            questions=self._tokens((question.text for question in questions), QUESTION_TOKENS),
            answers=np.array([self._numbers[question.answer] for question in questions], np.int32),
            others=self._filled([question.others for question in questions], OTHERS),
            neighbours=self._filled([question.neighbours for question in questions], NEIGHBOURS),
            right=Ragged.of([question.right for question in questions], np.int32),
            kinds=np.array([kinds.index(question.kind) for question in questions], np.uint8),
            languages=np.array([languages.index(question.language) for question in questions], np.uint8),
        )

    def _tokens(self, texts: Iterable[str], most: int) -> Ragged:
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return Ragged.of([entry.ids[:most] for entry in encoded])

    def _filled(self, rows: Sequence[Sequence[Shown]], width: int) -> Integers:
        numbers = np.full((len(rows), width), -1, np.int32)
        for row, passages in zip(numbers, rows, strict=True):
            row[: len(passages)] = [self._numbers[passage] for passage in passages]
        return numbers
