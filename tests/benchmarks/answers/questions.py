"""Questions with the files that answer them, from the public benchmark and from our own set."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

OWN = Path(__file__).resolve().parents[1] / "questions"
"""Our own set: questions worded without the answers' names, written before any result was seen."""
UNSEEN = OWN / "unseen"
"""A set for looking afterwards: of other repositories, written from their code alone; nothing is chosen by it."""

CHECKING = OWN / "checking"
"""Requests for changes to repositories that taught no model; what a model leaves open is chosen by them."""
WRITTEN = OWN / "written"
"""Questions to single passages of the same repositories, by a language model, in other words than theirs."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the files that answer it.

    Attributes:
        targets: paths from the root; in the public benchmark also ends of paths.
        group: ``code`` or ``document``: where its answer stands.
        whole_path: targets are whole paths.
        lines: of our own set, path, first and last line of what proves an answer, as they stand in the checkout.
        judged: of our own set, paths of further files that answer, judged afterwards among the first files of nine
            rankings, shuffled.
    """

    text: str
    category: str
    targets: tuple[str, ...]
    group: str = "code"
    whole_path: bool = False
    lines: tuple[tuple[str, int, int], ...] = ()
    judged: tuple[str, ...] = ()

    def completed(self) -> "Question":
        """Return the question with what was judged afterwards among its targets."""
        return replace(self, targets=(*self.targets, *self.judged), judged=())

    def answered_by(self, path: str, target: str) -> bool:
        """Tell whether a found path is this target."""
        if path == target or self.whole_path:
            return path == target
        return path.endswith(f"/{target}") or target.endswith(f"/{path}")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository with its questions.

    Attributes:
        folder: below the checkout, what the setting ``root`` indexes.
        published: NDCG@10 of other tools, by name.
    """

    name: str
    language: str
    folder: str
    published: dict[str, float]
    questions: tuple[Question, ...]


def public(folder: Path) -> Iterator[Repository]:
    """Yield the repositories of the public benchmark (``repos.json`` and ``annotations``)."""
    for entry in json.loads((folder / "repos.json").read_text(encoding="utf-8")):
        yield _repository(entry, folder / "annotations", whole_path=False)


def own(folder: Path = OWN) -> Iterator[Repository]:
    """Yield the repositories of our own set, or of the one that is kept in another folder in the same way."""
    for file in sorted((folder / "repositories").glob("*.json")):
        yield _repository(json.loads(file.read_text(encoding="utf-8")), folder / "annotations", whole_path=True)


def _repository(entry: dict, annotations: Path, *, whole_path: bool) -> Repository:
    request = json.loads((annotations / f"{entry['name']}.json").read_text(encoding="utf-8"))
    return Repository(
        name=entry["name"],
        language=entry["language"],
        folder=entry.get("benchmark_root") or "",
        published=entry.get("published", {}),
        questions=tuple(
            Question(
                text=item["query"],
                category=item["category"],
                targets=tuple(dict.fromkeys(map(_path, (*item["relevant"], *item.get("secondary", ()))))),
                group=item.get("group", "code"),
                whole_path=whole_path,
                lines=tuple(_lines(item["relevant"])),
                judged=tuple(map(_path, item.get("judged", ()))),
            )
            for item in request
        ),
    )


def _path(target: str | dict[str, object]) -> str:
    return target if isinstance(target, str) else str(target["path"])


def _lines(targets: Iterable[str | dict[str, object]]) -> Iterator[tuple[str, int, int]]:
    for target in targets:
        if not isinstance(target, str) and "start_line" in target:
            yield str(target["path"]), int(str(target["start_line"])), int(str(target["end_line"]))
