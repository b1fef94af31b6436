"""What kinds of file should count for: ``python tests/benchmarks/demotion_factors.py NAME=REPOSITORY ...``.

Asks as `localisation` does, by search, with the subject and with the subject and body of each later commit, and
changes the factor of one kind of file at a time: tests, examples, documents, copied, generated and translated
files, data. 0 leaves such files out. Prints how much NDCG@10 of the changed code and of all changed files differs
from that with the factors of the product, with 95 % intervals (bootstrap over requests).

``--cache`` is that of `localisation`: a repository indexed there is not indexed again.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers.change_requests import ChangeRequest, following
from benchmarks.answers.metric import CUTOFF, ndcg_of
from benchmarks.localisation import code_of, core_before, mean_within

from app.core.local_core import LocalCore
from search.errors import KnownError
from search.ranking.signals import demotions
from search.types.query import SearchQuery

FACTORS = (0.0, 0.4, 0.6, 0.8, 1.0)

Scores = tuple[float, float]
"""NDCG@10 of the changed code, and of all changed files."""


@contextmanager
def counting(kind: str, factor: float) -> Iterator[None]:
    """Let files of a kind count with this factor."""
    known = demotions._BY_NAME
    changed = replace(known[kind], factor=factor, is_document=False, most_for_report=1.0)
    demotions._BY_NAME = {**known, kind: changed}
    try:
        yield
    finally:
        demotions._BY_NAME = known


def scores_of(core: LocalCore, request: ChangeRequest, code: frozenset[str]) -> Mapping[str, Scores]:
    """Return the scores of the first answers to each form of a request."""
    wanted = [path for path in request.paths if path in code]
    forms = {"subject": request.subject, "subject and body": request.report}
    scores = {}
    for form, text in forms.items():
        if wanted and text:
            try:
                paths = [file.path for file in core.search(SearchQuery(text, top=CUTOFF, explain=False)).files]
            except KnownError:
                paths = []
            scores[form] = ndcg_of(paths, wanted), ndcg_of(paths, request.paths)
    return scores


def difference(values: Sequence[float]) -> str:
    """Return the mean of differences and its 95 % interval."""
    mean, low, high = mean_within(values)
    return f"{mean:+.4f} ({low:+.4f} to {high:+.4f})"


def main() -> None:
    """Ask with every factor, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="NAME=REPOSITORY")
    parser.add_argument("--commits", type=int, default=80, help="later commits of each repository")
    parser.add_argument("--cache", type=Path, default=Path("build/localisation"))
    parser.add_argument("--kinds", nargs="*", default=[kind.name for kind in demotions.DEMOTIONS])
    options = parser.parse_args()
    changes: dict[tuple[str, float, str], list[Scores]] = {}
    for pair in options.repositories:
        name, _, folder = pair.partition("=")
        base, requests = following(Path(folder), options.commits)
        with core_before(name, Path(folder), base, options.cache, semantic=False) as core:
            code = code_of(core)
            before = [scores_of(core, request, code) for request in requests]
            for kind in options.kinds:
                for factor in FACTORS:
                    with counting(kind, factor):
                        after = [scores_of(core, request, code) for request in requests]
                    for old, new in zip(before, after, strict=True):
                        for form, (of_code, of_all) in new.items():
                            change = of_code - old[form][0], of_all - old[form][1]
                            changes.setdefault((kind, factor, form), []).append(change)
        print(f"{name}: {len(requests)} requests", file=sys.stderr, flush=True)
    print(
        "| kind | factor | asked with | requests | NDCG@10 of code | NDCG@10 of all |\n|---|---|---|---|---|---|"
    )
    for (kind, factor, form), scores in changes.items():
        of_code, of_all = (difference([score[at] for score in scores]) for at in (0, 1))
        print(f"| {kind} | {factor} | {form} | {len(scores)} | {of_code} | {of_all} |")


if __name__ == "__main__":
    main()
