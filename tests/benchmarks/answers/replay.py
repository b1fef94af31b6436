"""The replay: the first files of every question with texts and scores, so that any order is judged in seconds."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers.questions import Question, Repository
from msgspec import structs

from app.core.local_core import LocalCore
from search.embedding.reader_input import passage_text
from search.errors import KnownError
from search.query.parse import parse
from search.query.request import requests_change
from search.types.query import RankSettings, Rerank, SearchQuery
from search.types.results import FileHit, Group

FILES = 50
CHUNKS = 2
UNREAD = RankSettings(rerank=Rerank.NONE)
"""The order that stands before anything is read."""


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file of an answer.

    Attributes:
        parts: of the rank score, by name.
        passages: what a reader is given of its best chunks, best first.
        duplicates: paths that are shown as one result with it.
    """

    path: str
    rank_score: float
    pinned: bool
    parts: dict[str, float]
    passages: tuple[str, ...]
    duplicates: tuple[str, ...] = ()
    document: bool = False


@dataclass(frozen=True, slots=True)
class Replayed:
    """A question with the files of its answer, best first."""

    repository: str
    language: str
    question: Question
    files: tuple[RankedFile, ...]

    @property
    def is_request(self) -> bool:
        """Whether the question is worded as a request for a change."""
        return requests_change(parse(self.question.text))


def replayed(core: LocalCore, repository: Repository) -> Iterator[Replayed]:
    """Yield all questions of a repository with what the program answers at its defaults."""
    for question in repository.questions:
        try:
            result = core.search(SearchQuery(question.text, UNREAD, top=FILES, explain=False))
        except KnownError:
            yield Replayed(repository.name, repository.language, question, ())
            continue
        yield Replayed(repository.name, repository.language, question, tuple(map(_ranked, result.files)))


def _ranked(hit: FileHit) -> RankedFile:
    return RankedFile(
        hit.path,
        hit.rank_score,
        hit.pinned,
        structs.asdict(hit.parts),
        tuple(passage_text(hit.path, chunk.header_path, chunk.text) for chunk in hit.chunks[:CHUNKS]),
        tuple(duplicate.path for duplicate in hit.duplicates),
        hit.group is Group.DOCUMENT,
    )


def write(file: Path, replays: Iterable[Replayed]) -> None:
    """Write one JSON object a line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as out:
        for replay in replays:
            out.write(json.dumps(_as_json(replay), ensure_ascii=False) + "\n")


def read(file: Path) -> list[Replayed]:
    """Return what `write` wrote."""
    with file.open(encoding="utf-8") as lines:
        return [_from_json(json.loads(line)) for line in lines]


def _as_json(replay: Replayed) -> dict[str, object]:
    question = replay.question
    return {
        "repository": replay.repository,
        "language": replay.language,
        "question": {
            "text": question.text,
            "category": question.category,
            "targets": question.targets,
            "group": question.group,
            "whole_path": question.whole_path,
            "judged": question.judged,
        },
        "files": [
            {name: getattr(file, name) for name in RankedFile.__dataclass_fields__} for file in replay.files
        ],
    }


def _from_json(entry: dict) -> Replayed:
    question = {**entry["question"], "targets": tuple(entry["question"]["targets"])}
    question["judged"] = tuple(question["judged"])
    files = tuple(
        RankedFile(**{**file, "passages": tuple(file["passages"]), "duplicates": tuple(file["duplicates"])})
        for file in entry["files"]
    )
    return Replayed(entry["repository"], entry["language"], Question(**question), files)
