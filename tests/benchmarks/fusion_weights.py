"""Which weight of meaning answers best: ``python tests/benchmarks/fusion_weights.py --corpora DIR``.

Asks the questions of the sample corpus and of `tests/benchmarks/questions` by word, by meaning and by both at each
weight, with structural signals and with the plain formulas of the contract, and prints the mean reciprocal rank of
the first answer and NDCG@10. The checkouts lie in the corpora folder under the names of the repositories; their
indexes are kept in the cache folder. ``chosen`` are the checkouts by which the default weight is chosen, ``kept
back`` those that only report; the sample is shown by itself.
"""

import argparse
import shutil
import statistics
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers.metric import CUTOFF, ndcg
from benchmarks.answers.questions import OWN, UNSEEN, Question, own

from app.composition import hosted_core
from app.core.local_core import LocalCore
from resources.locate import resource
from search.errors import KnownError
from search.types.query import Fusion, Mode, RankSettings, SearchQuery

SAMPLE = Path(__file__).resolve().parents[1] / "golden" / "sample_questions.toml"
WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
DEPTH = 20
"""Files that are looked through for the first answer."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus with its questions; ``group`` is ``sample``, ``chosen`` or ``kept back``."""

    name: str
    group: str
    folder: Path
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over the questions of a corpus."""

    reciprocal_rank: float
    ndcg: float


def variants() -> dict[str, RankSettings]:
    """Return what is compared, by name."""
    compared: dict[str, RankSettings] = {"default": RankSettings()}
    for structure, prefix in ((True, ""), (False, "plain ")):
        for mode in (Mode.KEYWORD, Mode.SEMANTIC):
            compared[f"{prefix}{mode.value} only"] = RankSettings(mode=mode, structure=structure)
        for weight in WEIGHTS:
            compared[f"{prefix}weight {weight}"] = RankSettings(weight=weight, structure=structure)
        compared[f"{prefix}RRF"] = RankSettings(fusion=Fusion.RRF, weight=0.5, structure=structure)
    return compared


def corpora(options: argparse.Namespace) -> Iterator[Corpus]:
    """Yield the sample and the checkouts that are there."""
    yield Corpus("sample", "sample", resource("sample"), _sample_questions())
    for group, folder in (("chosen", OWN), ("kept back", UNSEEN)):
        for repository in own(folder):
            checkout = options.corpora / repository.name
            if checkout.is_dir() and (not options.only or repository.name in options.only):
                yield Corpus(repository.name, group, checkout, repository.questions)


def _sample_questions() -> tuple[Question, ...]:
    rows = tomllib.loads(SAMPLE.read_text("utf-8"))["question"]
    return tuple(Question(row["text"], "", tuple(row["answers"]), whole_path=True) for row in rows)


def measured(corpus: Corpus, cache: Path) -> dict[str, Quality]:
    """Return the quality of every variant on a corpus, which is indexed if it is not yet."""
    with with_its_index(corpus, cache) as core:
        return {name: _quality(core, corpus.questions, settings) for name, settings in variants().items()}


@contextmanager
def with_its_index(corpus: Corpus, cache: Path) -> Iterator[LocalCore]:
    """Open a core on the index of a corpus in the cache folder, brought up to date."""
    folder = corpus.folder
    if corpus.group == "sample":
        folder = cache / "sample" / "roastery"
        if not folder.is_dir():
            shutil.copytree(corpus.folder, folder)
    with hosted_core(cache / f"{corpus.name}-whole", config=None, serves=False, follows=False) as core:
        core.index([str(folder)])
        yield core


def _quality(core: LocalCore, questions: Sequence[Question], settings: RankSettings) -> Quality:
    orders = [_paths(core, question.text, settings) for question in questions]
    pairs = list(zip(orders, questions, strict=True))
    return Quality(
        statistics.mean(reciprocal_rank(order, question) for order, question in pairs),
        statistics.mean(ndcg(order[:CUTOFF], question) for order, question in pairs),
    )


def _paths(core: LocalCore, text: str, settings: RankSettings) -> list[str]:
    try:
        result = core.search(SearchQuery(text, settings, top=DEPTH, explain=False))
    except KnownError:
        return []
    return [hit.path for hit in result.files]


def reciprocal_rank(order: Sequence[str], question: Question) -> float:
    """Return the reciprocal rank of the first path that answers; 0 if none does."""
    ranks = [
        rank for rank, path in enumerate(order, 1) if any(question.answered_by(path, t) for t in question.targets)
    ]
    return 1.0 / ranks[0] if ranks else 0.0


def table(results: Sequence[tuple[Corpus, dict[str, Quality]]], figure: str) -> str:
    """Return one figure of all variants: each corpus, and the mean over the corpora of each group."""
    groups = list(dict.fromkeys(corpus.group for corpus, _ in results if corpus.group != "sample"))
    names = [corpus.name for corpus, _ in results]
    head = f"| {figure.replace('_', ' ')} | " + " | ".join([*groups, *names]) + " |"
    rows = []
    for variant in variants():
        values = {corpus.name: getattr(quality[variant], figure) for corpus, quality in results}
        means = [
            statistics.mean(values[corpus.name] for corpus, _ in results if corpus.group == group)
            for group in groups
        ]
        rows.append(f"| {variant} | " + " | ".join(f"{value:.3f}" for value in [*means, *values.values()]) + " |")
    return "\n".join([head, "|---" * (1 + len(groups) + len(names)) + "|", *rows])


def options_from(description: str | None) -> argparse.Namespace:
    """Return the options of the command line: where the checkouts and the indexes are, and which to measure."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with the checkouts")
    parser.add_argument("--cache", type=Path, default=Path("build/quality"), help="where the indexes are kept")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    return options


def main() -> None:
    """Measure and print."""
    options = options_from(__doc__)
    results = []
    for corpus in corpora(options):
        results.append((corpus, measured(corpus, options.cache)))
        print(f"{corpus.name}: {len(corpus.questions)} questions", file=sys.stderr, flush=True)
    print(table(results, "reciprocal_rank"), table(results, "ndcg"), sep="\n\n")


if __name__ == "__main__":
    main()
