"""Questions on two public repositories: ``python tests/benchmarks/repository_questions.py NAME=FOLDER ...``.

Asks the questions of ``tests/golden/repository_questions.toml`` on checkouts of those repositories (``scrapy`` and
``bitwarden-server``, at the revisions named there), indexed by the product, and prints the rank of the first
file that answers each. ``--cache`` keeps the indexes for another run.
"""

import argparse
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import hosted_core
from search.types.query import SearchQuery

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "repository_questions.toml"
COUNTS = 3
"""A question is answered when an answer is among so many files."""


def rank_of(core, question: dict) -> int:
    """Return the rank of the first file that answers, 0 when none of the first ten does."""
    files = core.search(SearchQuery(question["text"], top=10)).files
    return next((hit.rank for hit in files if hit.path in question["answers"]), 0)


def main() -> None:
    """Index, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--cache", type=Path, default=Path("build/quality"), help="where the indexes are kept")
    options = parser.parse_args()
    folders = dict(pair.split("=", 1) for pair in options.checkouts)
    for repository in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["repository"]:
        name = repository["name"]
        if name not in folders:
            continue
        with hosted_core(options.cache / name, config=None, serves=False, follows=False) as core:
            core.index([folders[name]])
            ranks = {question["text"]: rank_of(core, question) for question in repository["question"]}
        for text, rank in ranks.items():
            print(f"{rank or '-':>3}  {text}")
        answered = sum(0 < rank <= COUNTS for rank in ranks.values())
        print(f"{name}: {answered} of {len(ranks)} answered in the first {COUNTS}\n")


if __name__ == "__main__":
    main()
