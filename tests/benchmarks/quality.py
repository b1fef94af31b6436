"""Quality of answers: ``python tests/benchmarks/quality.py --questions DIR --corpora DIR``.

Indexes each repository through the product's own indexer, asks every question through the service and prints
NDCG@10 by repository, language and category, beside what another tool published, and what each signal is worth.

Three sets: ``public``, the questions of a public code search benchmark (``repos.json`` and
``annotations/NAME.json`` in ``--questions``), once on the folder that it indexes (``root``) and once on the whole
checkout (``whole``); ``own``, the questions in ``tests/benchmarks/questions``, on whole checkouts; and ``unseen``
beside them, on other repositories, by which nothing is chosen. The source trees lie in the corpora folder under
the names of the repositories. ``--confidence`` asks the own questions, those of other repositories and nonsense,
and fits `search.ranking.confidence` to the answers. Indexes are kept in the cache folder: a second run only asks.

``--replay`` writes the first 50 files of every question of our own sets, and of the public ones with
``--questions``, with texts, scores and answers, into the cache folder, so that any order is judged in seconds; a
second run needs neither index nor checkout. It compares the order without the reader and with it, where this
installation carries one.

``--translated`` asks the unseen questions in English and in six other languages, and German ones about German
documents.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers import replay
from benchmarks.answers.confidence import Outcome, calibration, outcomes_of
from benchmarks.answers.judging import as_answered, comparison, judged
from benchmarks.answers.measure import Measured, core_of, measured
from benchmarks.answers.questions import CHECKING, OWN, UNSEEN, WRITTEN, Repository, own, public
from benchmarks.answers.reading import packaged_order
from benchmarks.answers.tables import tables
from benchmarks.answers.translated import (
    GERMAN_DOCUMENTS,
    Answered,
    answered,
    german_documents,
    refused,
    table,
    translated,
    unanswered,
)
from benchmarks.answers.variants import ALL, MODES

from app.composition import hosted_core

HERE = Path(__file__).resolve().parents[2]
RUNS = {
    "root": "Public questions, `root`",
    "whole": "Public questions, `whole`",
    "own": "Our own questions",
    "unseen": "Questions to other repositories",
}

OURS = {"own": OWN, "unseen": UNSEEN}
REPLAYED = {"checking": CHECKING, "written": WRITTEN, **OURS}
TITLES = {
    **RUNS,
    "checking": "Requests for changes to the checking repositories",
    "written": "Written questions to the checking repositories",
}


def results(options: argparse.Namespace, run: str) -> Iterator[Measured]:
    """Yield the figures of every repository of a run whose checkout is there."""
    variants = MODES if options.quick else ALL
    for repository in _repositories(options, run):
        checkout = options.corpora / repository.name
        if not checkout.is_dir() or (options.only and repository.name not in options.only):
            continue
        with core_of(repository, checkout, _setting(run), options.cache) as core:
            item = measured(core, repository, variants)
        print(f"{run} {repository.name}: {item.mean():.3f}", file=sys.stderr, flush=True)
        yield item


def checkouts(options: argparse.Namespace) -> list[Repository]:
    """Return the repositories of our own sets whose checkout is there."""
    named = [*own(OWN), *own(UNSEEN)]
    present = [repository for repository in named if (options.corpora / repository.name).is_dir()]
    return [repository for repository in present if not options.only or repository.name in options.only]


def outcomes(options: argparse.Namespace, repository: Repository) -> list[Outcome]:
    """Return what the index of a checkout says to its own questions, to foreign ones and to nonsense."""
    others = [other for other in (*own(OWN), *own(UNSEEN)) if other.name != repository.name]
    with core_of(repository, options.corpora / repository.name, "whole", options.cache) as core:
        return outcomes_of(core, repository, others)


def replays(options: argparse.Namespace, run: str) -> list[replay.Replayed]:
    """Return the answers to all questions of a set; those of a repository are asked for once and then read."""
    answers = []
    for repository in own(REPLAYED[run]) if run in REPLAYED else public(options.questions):
        file, checkout = (
            options.cache / "replay" / run / f"{repository.name}.jsonl",
            options.corpora / repository.name,
        )
        if options.only and repository.name not in options.only:
            continue
        if not file.is_file() and checkout.is_dir():
            with core_of(repository, checkout, _setting(run), options.cache) as core:
                replay.write(file, replay.replayed(core, repository))
            print(f"{run} {repository.name}", file=sys.stderr, flush=True)
        answers += replay.read(file) if file.is_file() else []
    return answers


def compared(options: argparse.Namespace) -> str:
    """Return what reading changes in every set that is there."""
    parts = []
    for run in (*REPLAYED, *(("root", "whole") if options.questions else ())):
        answers = replays(options, run)
        if answers:
            order = packaged_order(answers, options.cache)
            before = judged(answers, as_answered)
            after = judged(answers, order) if order is not None else before
            parts.append(comparison(TITLES[run], before, after))
    return "\n\n".join([f"## Replay at {commit()}", *parts])


def in_languages(options: argparse.Namespace) -> dict[str, list[Answered]]:
    """Return the answers to the unseen questions by language, of every checkout that is there."""
    by_language: dict[str, list[Answered]] = {}
    for name in GERMAN_DOCUMENTS:
        folder, of_documents = german_documents(name, options.cache)
        with hosted_core(options.cache / f"{name}-index", config=None, serves=False, follows=False) as core:
            core.index([str(folder)])
            by_language[f"de, {name}"] = answered(core, of_documents)
            for kind, questions in unanswered(name).items():
                print(f"{name}: {refused(core, questions)} of {len(questions)} {kind} are refused")
    for repository, questions in translated():
        checkout = options.corpora / repository.name
        if checkout.is_dir() and (not options.only or repository.name in options.only):
            with core_of(repository, checkout, "whole", options.cache) as core:
                for language, each in questions.items():
                    by_language.setdefault(language, []).extend(answered(core, each))
    return by_language


def _setting(run: str) -> str:
    return "root" if run == "root" else "whole"


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
    parser.add_argument("--confidence", action="store_true", help="fit the confidence and say how far to trust it")
    parser.add_argument("--replay", action="store_true", help="write or read the replay and compare orders")
    parser.add_argument("--translated", action="store_true", help="ask the unseen questions in other languages")
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
    if options.confidence:
        print(calibration({repository.name: outcomes(options, repository) for repository in checkouts(options)}))
        return
    if options.replay:
        print(compared(options))
        return
    if options.translated:
        print(f"# Questions in other languages at {commit()}\n\n{table(in_languages(options))}")
        return
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
