"""Quality of answers: ``python tests/benchmarks/quality.py --questions DIR --corpora DIR``.

Indexes each repository through the product's own indexer, asks every question through the service and prints
NDCG@10 by repository, language and category, beside what another tool published, and what each signal is worth.

Three sets: ``public``, the questions of a public code search benchmark (``repos.json`` and
``annotations/NAME.json`` in ``--questions``), once on the folder that it indexes (``root``) and once on the whole
checkout (``whole``); ``own``, the questions in ``tests/benchmarks/questions``, on whole checkouts; and ``unseen``
beside them, on other repositories, by which nothing is chosen. The source trees lie in the corpora folder under
the names of the repositories. Indexes are kept in the cache folder: a second run only asks.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers.measure import Measured, core_of, measured
from benchmarks.answers.questions import OWN, UNSEEN, Repository, own, public
from benchmarks.answers.tables import tables
from benchmarks.answers.variants import ALL, MODES

HERE = Path(__file__).resolve().parents[2]
RUNS = {
    "root": "Public questions, `root`",
    "whole": "Public questions, `whole`",
    "own": "Our own questions",
    "unseen": "Questions to other repositories",
}

OURS = {"own": OWN, "unseen": UNSEEN}


def results(options: argparse.Namespace, run: str) -> Iterator[Measured]:
    """Yield the figures of every repository of a run whose checkout is there."""
    variants = MODES if options.quick else ALL
    for repository in _repositories(options, run):
        checkout = options.corpora / repository.name
        if not checkout.is_dir() or (options.only and repository.name not in options.only):
            continue
        setting = "root" if run == "root" else "whole"
        with core_of(repository, checkout, setting, options.cache) as core:
            item = measured(core, repository, variants)
        print(f"{run} {repository.name}: {item.mean():.3f}", file=sys.stderr, flush=True)
        yield item


def _repositories(options: argparse.Namespace, run: str) -> Iterable[Repository]:
    return own(OURS[run]) if run in OURS else public(options.questions)


def command_line() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, help="folder of the public benchmark")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with the source trees")
    parser.add_argument("--cache", type=Path, default=Path("build/quality"), help="where the indexes are kept")
    parser.add_argument("--runs", default=",".join(RUNS), help="which of them, with commas")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--quick", action="store_true", help="modes alone, without the constants")
    parser.add_argument("--out", type=Path, help="folder for a file named by the commit")
    options = parser.parse_args()
    if OURS.keys().isdisjoint(options.runs.split(",")) and options.questions is None:
        parser.error("--questions names the folder of the public benchmark")
    return options


def commit() -> str:
    """Return the commit that is checked out, marked where files differ from it."""
    shown = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=7"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return shown.stdout.strip()


def main() -> None:
    """Measure, print and write."""
    options = command_line()
    parts = []
    for run in options.runs.split(","):
        if run not in OURS and options.questions is None:
            continue
        matches = list(results(options, run))
        if matches:
            parts.append(tables(RUNS[run], matches))
    text = "\n\n".join([f"# Answers at {commit()}", *parts])
    print(text)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / f"{commit().removesuffix('-dirty')}.md").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
