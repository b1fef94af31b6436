"""The unseen questions in other languages, beside the same questions in English.

``questions/translated/LANGUAGE.json`` has them as a native speaker would type them; a name or a path has no
language and is left out. They were translated without knowledge of the dictionaries of the program.

``questions/german_documents`` has sixty German documents of an office and a household, and forty German questions
to them, half of them sentences. ``questions/more_german_documents`` has seventy others and eighty questions to
them, written by somebody who knew neither the program nor the first set, and ninety that none of them answers.
"""

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.answers.metric import CUTOFF, among_first, ndcg
from benchmarks.answers.questions import OWN, UNSEEN, Question, Repository, own

from app.core.local_core import LocalCore
from search.types.query import SearchQuery

TRANSLATED = OWN / "translated"
GERMAN_DOCUMENTS = ("german_documents", "more_german_documents")
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Answered:
    """How well a question was answered.

    Attributes:
        first: one of the first three files answers.
        refused: the answer says that nothing seems to answer.
    """

    ndcg: float
    first: bool
    refused: bool


def translated(folder: Path = TRANSLATED) -> Iterator[tuple[Repository, Mapping[str, Sequence[Question]]]]:
    """Yield each repository with its questions by language; those in English are the ones in German before."""
    repositories = {repository.name: repository for repository in own(UNSEEN)}
    by_name: dict[str, dict[str, list[Question]]] = {name: {} for name in repositories}
    for file in sorted(folder.glob("*.json")):
        for item in json.loads(file.read_text(encoding="utf-8")):
            name = item["repository"]
            known = next(each for each in repositories[name].questions if each.text == item["english"])
            by_name[name].setdefault(file.stem, []).append(replace(known, text=item["query"]))
            if file.stem == "de":
                by_name[name].setdefault(ENGLISH, []).append(known)
    for name, questions in by_name.items():
        yield repositories[name], questions


def german_documents(name: str, cache: Path) -> tuple[Path, list[Question]]:
    """Write a set of German documents into a folder below ``cache``; return it with the questions to them."""
    folder = cache / name
    for path, text in json.loads((OWN / name / "documents.json").read_text(encoding="utf-8")).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    questions = json.loads((OWN / name / "questions.json").read_text(encoding="utf-8"))
    return folder, [
        Question(item["query"], "document", tuple(item["relevant"]), group="document", whole_path=True)
        for item in questions
    ]


def unanswered(name: str) -> dict[str, list[str]]:
    """Return the questions that no document of a set answers, by what they are about; not every set has some."""
    file = OWN / name / "unanswered.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def refused(core: LocalCore, questions: Sequence[str]) -> int:
    """Return how many of these questions are told that nothing seems to answer."""
    return sum(core.search(SearchQuery(text, top=CUTOFF, explain=False)).nothing_here for text in questions)


def answered(core: LocalCore, questions: Sequence[Question]) -> list[Answered]:
    """Return how well each question is answered with the settings of the program."""
    return [_answered(core, question) for question in questions]


def _answered(core: LocalCore, question: Question) -> Answered:
    result = core.search(SearchQuery(question.text, top=2 * CUTOFF, explain=False))
    paths = [hit.path for hit in result.files]
    return Answered(ndcg(paths[:CUTOFF], question), among_first(paths, question), result.nothing_here)


def table(answers: Mapping[str, Sequence[Answered]]) -> str:
    """Return a line for each language."""
    rows = [
        f"| {language} | {len(each)} | {statistics.mean(answer.ndcg for answer in each):.3f} "
        f"| {statistics.mean(answer.first for answer in each):.3f} | {sum(answer.refused for answer in each)} |"
        for language, each in answers.items()
    ]
    return "\n".join(["| language | number | NDCG@10 | first 3 | refused |", "|---|---|---|---|---|", *rows])
