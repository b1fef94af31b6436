"""Questions that a language model wrote to passages of the repositories that teach, in words other than theirs."""

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("questions")
"""One table for each repository, with tabs: path, first line of the passage, what kind of question, question."""


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """A question to a passage.

    Attributes:
        path: of the file, in the newest base of the repository.
        line: where the passage begins.
        kind: ``symptom``, ``concept``, ``plan`` or ``howto``.
    """

    path: str
    line: int
    kind: str
    text: str


def written_questions(repository: str, folder: Path = FOLDER) -> list[WrittenQuestion]:
    """Return the questions to a repository, none where no table is there.

    Args:
        repository: its name without the owner, in lower case.
        folder: of the tables.
    """
    file = folder / f"{repository}.tsv"
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as rows:
        return [
            WrittenQuestion(path, int(line), kind, text)
            for path, line, kind, text in csv.reader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]
