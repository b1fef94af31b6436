"""Requests for changes with the files that were changed: ``python packaging/training/localisation.py``.

Of each checking repository one older commit is checked out. The subjects of the commits that follow are the
requests; the answers are the source files that they changed and that were there at the older commit. Sentences of
documents and of comments, with the file in which they stand, watch over what the program finds already. The result
is written as questions for ``tests/benchmarks/quality.py``.
"""

import argparse
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

from training.histories import changes
from training.kinds import Kind, of_comments, of_sections
from training.repositories import CHECKING, Checked
from training.sources import Snapshot, SourceFile, check_out, snapshot

REQUESTS = 40
"""From one repository at most, so that none outweighs the others."""
LOOKED_AT = 900
FEWEST_WORDS = 5
SENTENCES = 10
"""Of documents, and as many of comments."""


def requests(repository: Checked, mirror: Path, files: dict[str, SourceFile]) -> list[dict[str, object]]:
    """Return questions in the form of ``tests/benchmarks/questions``."""
    made: dict[str, dict[str, object]] = {}
    for change in changes(mirror, repository.commit, LOOKED_AT):
        answers = [path for path in change.files if path in files and files[path].may_answer]
        if answers and len(answers) <= 3 and len(change.subject.split()) >= FEWEST_WORDS:
            made.setdefault(
                change.subject.lower(),
                {"query": change.subject, "category": "request", "relevant": answers, "commit": change.commit},
            )
    return list(made.values())[:REQUESTS]


def sentences(read: Snapshot) -> list[dict[str, object]]:
    """Return questions that are sentences of one document or of one comment."""
    chance = random.Random(f"{read.name} {read.commit}")  # noqa: S311 -- a choice that can be made again
    made = []
    for category, pairs in (
        ("document", [pair for pair in of_sections(read.files, {}, chance) if pair.kind is Kind.DOCUMENT]),
        ("comment", list(of_comments(read.files, chance))),
    ):
        for pair in chance.sample(pairs, min(SENTENCES, len(pairs))):
            made.append({"query": pair.question, "category": category, "relevant": sorted(pair.answers)})
            made[-1]["group"] = "document" if category == "document" else "code"
    return made


def main() -> None:
    """Check out, read, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirrors", type=Path, required=True, help="folder with OWNER+NAME/repo")
    parser.add_argument("--corpora", type=Path, required=True, help="where the checkouts are put")
    parser.add_argument("--out", type=Path, required=True, help="folder of the questions")
    options = parser.parse_args()
    for folder in ("repositories", "annotations"):
        (options.out / folder).mkdir(parents=True, exist_ok=True)
    for repository in CHECKING:
        mirror = options.mirrors / repository.full_name.replace("/", "+") / "repo"
        folder = options.corpora / repository.name
        check_out(mirror, repository.commit, folder)
        read = snapshot(repository.name, folder, repository.commit, options.corpora / "snapshots")
        made = requests(repository, mirror, {file.path: file for file in read.files}) + sentences(read)
        entry = {
            "name": repository.name,
            "language": repository.language,
            "url": f"https://github.com/{repository.full_name}.git",
            "used_revision": repository.commit,
            "benchmark_root": None,
        }
        for kind, content in (("repositories", entry), ("annotations", made)):
            target = options.out / kind / f"{repository.name}.json"
            target.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{repository.name}: {len(read.files)} files, {len(made)} requests", flush=True)


if __name__ == "__main__":
    main()
