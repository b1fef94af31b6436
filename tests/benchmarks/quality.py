"""Quality of answers: ``python tests/benchmarks/quality.py --questions DIR --corpora DIR``.

Indexes each repository through the product's own indexer, asks every question through the service and prints
NDCG@10 by repository, language and category, beside what other tools published, and what each signal is worth.
The questions are those of a public code search benchmark (``repos.json`` and ``annotations/NAME.json``); the
source trees lie in the corpora folder under the same names. Indexes are kept in the cache folder: a second run
only asks.
"""

import argparse
import json
import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import hosted_core
from search.errors import KnownError
from search.ports import SearchCore
from search.types.query import Fusion, Mode, RankSettings, SearchQuery

CUTOFF = 10
PLAIN = RankSettings(structure=False, weight=0.5)
VARIANTS = {
    "default": RankSettings(),
    "keyword only": RankSettings(mode=Mode.KEYWORD),
    "semantic only": RankSettings(mode=Mode.SEMANTIC),
    "plain keyword": replace(PLAIN, mode=Mode.KEYWORD),
    "plain semantic": replace(PLAIN, mode=Mode.SEMANTIC),
    "plain weighted": PLAIN,
    "plain RRF": replace(PLAIN, fusion=Fusion.RRF),
    "weight 0.2": RankSettings(weight=0.2),
    "weight 0.5": RankSettings(weight=0.5),
    "weight 0.8": RankSettings(weight=0.8),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the files that answer it, as paths or ends of paths."""

    text: str
    category: str
    targets: tuple[str, ...]


@dataclass(slots=True)
class Scores:
    """NDCG@10 of each question of a repository, by variant."""

    language: str
    published: dict[str, float]
    by_variant: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    by_category: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def ndcg(found: Sequence[str], targets: Iterable[str]) -> float:
    """Return NDCG@10 with binary relevance; a result counts for a target when one path ends in the other."""
    wanted = list(dict.fromkeys(targets))
    ranks = {rank for target in wanted if (rank := _rank(found, target)) is not None and rank <= CUTOFF}
    best = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(CUTOFF, len(wanted)) + 1))
    return sum(1.0 / math.log2(rank + 1) for rank in ranks) / best if best else 0.0


def _rank(found: Sequence[str], target: str) -> int | None:
    matches = (rank for rank, path in enumerate(found, start=1) if _same(path, target))
    return next(matches, None)


def _same(path: str, target: str) -> bool:
    return path == target or path.endswith(f"/{target}") or target.endswith(f"/{path}")


def questions(file: Path) -> list[Question]:
    """Return the questions of one repository; main and secondary answers count the same."""
    return [
        Question(one["query"], one["category"], tuple(_path(t) for t in (*one["relevant"], *one["secondary"])))
        for one in json.loads(file.read_text(encoding="utf-8"))
    ]


def _path(target: str | dict[str, object]) -> str:
    return target if isinstance(target, str) else str(target["path"])


def asked(core: SearchCore, question: Question, ranking: RankSettings) -> float:
    """Return the quality of the answer to one question; a question that is refused scores nothing."""
    try:
        result = core.search(SearchQuery(question.text, ranking, top=CUTOFF, explain=False))
    except KnownError:
        return 0.0
    return ndcg([hit.path for hit in result.files], question.targets)


def measured(options: argparse.Namespace, setting: str, variants: dict[str, RankSettings]) -> dict[str, Scores]:
    """Return the scores of every repository that is in the corpora folder."""
    results: dict[str, Scores] = {}
    for repository in json.loads((options.questions / "repos.json").read_text(encoding="utf-8")):
        name = repository["name"]
        tree = options.corpora / name
        folder = tree / (repository.get("benchmark_root") or "") if setting == "root" else tree
        if not folder.is_dir() or (options.only and name not in options.only):
            continue
        scores = Scores(repository["language"], repository.get("published", {}))
        with hosted_core(options.cache / f"{name}-{setting}", config=None, serves=False, follows=False) as core:
            core.index([str(folder)])
            for question in questions(options.questions / "annotations" / f"{name}.json"):
                for variant, ranking in variants.items():
                    value = asked(core, question, ranking)
                    scores.by_variant[variant].append(value)
                    if variant == "default":
                        scores.by_category[question.category].append(value)
        results[name] = scores
        print(
            f"{setting} {name}: {statistics.mean(scores.by_variant['default']):.3f}", file=sys.stderr, flush=True
        )
    return results


def report(setting: str, results: dict[str, Scores]) -> str:
    """Return the tables of one setting as Markdown."""
    lines = [f"## {setting}", "", "| repository | language | dowse | semble |", "|---|---|---|---|"]
    for name, scores in sorted(results.items()):
        other = scores.published.get("semble")
        shown = "" if other is None else f"{other:.3f}"
        lines.append(
            f"| {name} | {scores.language} | {statistics.mean(scores.by_variant['default']):.3f} | {shown} |"
        )
    lines += ["", *_table("language", results, lambda s: {s.language: s.by_variant["default"]})]
    lines += ["", *_table("category", results, lambda s: s.by_category)]
    lines += ["", "| variant | NDCG@10 | to the default |", "|---|---|---|"]
    means = {variant: _mean(results, variant) for variant in next(iter(results.values())).by_variant}
    lines += [f"| {variant} | {value:.3f} | {value - means['default']:+.3f} |" for variant, value in means.items()]
    return "\n".join(lines)


def _table(
    title: str, results: dict[str, Scores], groups: Callable[[Scores], dict[str, list[float]]]
) -> list[str]:
    grouped: dict[str, list[float]] = defaultdict(list)
    for scores in results.values():
        for key, values in groups(scores).items():
            grouped[key].append(statistics.mean(values))
    rows = [f"| {key} | {statistics.mean(values):.3f} |" for key, values in sorted(grouped.items())]
    return [f"| {title} | NDCG@10 |", "|---|---|", *rows]


def _mean(results: dict[str, Scores], variant: str) -> float:
    return statistics.mean(statistics.mean(scores.by_variant[variant]) for scores in results.values())


def options() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, required=True, help="folder with repos.json and annotations")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with the source trees")
    parser.add_argument("--cache", type=Path, default=Path("build/quality"), help="where the indexes are kept")
    parser.add_argument("--settings", default="root,whole", help="root, whole or both")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--quick", action="store_true", help="the default ranking alone")
    parser.add_argument("--out", type=Path, help="Markdown file to write")
    return parser.parse_args()


def main() -> None:
    """Measure, print and write."""
    chosen = options()
    variants = {"default": VARIANTS["default"]} if chosen.quick else VARIANTS
    tables = [report(setting, measured(chosen, setting, variants)) for setting in chosen.settings.split(",")]
    text = "\n\n".join(tables)
    print(text)
    if chosen.out:
        chosen.out.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
