"""Where a change is to be made: ``python tests/benchmarks/localisation.py NAME=REPOSITORY ...``.

Checks out each git repository as it was before its newest commits, indexes that with the product, and asks with
the words of each later commit: its subject, and its subject with its body, by a search and by ``dowse where``. The
files that the commit changed are the answers. Prints NDCG@10 and the share of requests with an answer among the
first five, with 95 % intervals (bootstrap), for the changed code and for all changed files. ``refused`` counts
texts that gave an error or no file at all.

``--pasted 300`` instead pastes so many reports made of the commits, with colours, options, quotes and a trace into
the first changed file, to the search and to ``dowse where``, and prints how many were refused by either.

``--cache`` keeps checkouts and indexes for another run; ``--semantic`` embeds them, which takes long.
"""

import argparse
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.answers.change_requests import ChangeRequest, following, git, pasted
from benchmarks.answers.metric import CUTOFF, ndcg_of

from app.composition import hosted_core
from app.core.local_core import LocalCore
from search.errors import KnownError
from search.types.files import Flag
from search.types.filters import OWNER
from search.types.locations import LocateRequest
from search.types.query import SearchQuery

FIRST = 5
RESAMPLES = 2_000
_NO_CODE = {
    flag.value
    for flag in (Flag.TEST, Flag.EXAMPLE, Flag.DOCUMENT, Flag.TRANSLATION, Flag.GENERATED, Flag.VENDORED)
}
_DATA = {"yaml", "json", "toml", "xml", "ini", "ignore", "text", "gomod"}


def _by_search(core: LocalCore, text: str) -> list[str]:
    return [file.path for file in core.search(SearchQuery(text, top=CUTOFF, explain=False)).files]


def _by_where(core: LocalCore, text: str) -> list[str]:
    return [file.path for file in core.locate_change(LocateRequest(text, top=CUTOFF, tests=0)).files]


_Asks = Callable[[LocalCore, str], list[str]]
FORMS: dict[str, tuple[Callable[[ChangeRequest], str], _Asks]] = {
    "subject": (lambda request: request.subject, _by_search),
    "subject, `where`": (lambda request: request.subject, _by_where),
    "subject, of those with a body": (lambda request: request.subject if request.body else "", _by_search),
    "subject and body": (lambda request: request.report, _by_search),
    "subject and body, `where`": (lambda request: request.report, _by_where),
}
"""What is asked, and how, for each row of the table."""


@dataclass(frozen=True)
class Outcome:
    """How well one request was answered in one form."""

    repository: str
    form: str
    code: float
    code_first: float
    every: float
    refused: bool


@contextmanager
def core_before(name: str, repository: Path, base: str, cache: Path, *, semantic: bool) -> Iterator[LocalCore]:
    """Yield the core over the index of a repository as it was at ``base``."""
    checkout = cache / "checkouts" / f"{name}-{base[:8]}"
    if not checkout.is_dir():
        checkout.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(checkout)], check=True
        )
        git(checkout, "-c", "advice.detachedHead=false", "checkout", "-q", base)
    index = cache / f"{name}-{base[:8]}{'-semantic' if semantic else ''}"
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(checkout)], semantic=semantic)
        yield core


def code_of(core: LocalCore) -> frozenset[str]:
    """Return the paths of the indexed files that are code: no tests, documents, data or generated files."""
    files = core._parts.storage.files.matching(OWNER.row_filter())
    return frozenset(
        row.path for row in files if _NO_CODE.isdisjoint(row.flags) and row.language not in {"", *_DATA}
    )


def outcomes(
    core: LocalCore, name: str, requests: Iterable[ChangeRequest], code: frozenset[str]
) -> Iterator[Outcome]:
    """Yield how well each form of each request is answered."""
    for request in requests:
        wanted = [path for path in request.paths if path in code]
        if not wanted:
            continue
        for form, (text_of, ask) in FORMS.items():
            text = text_of(request)
            if text:
                paths, refused = _answer(core, text, ask)
                first = float(any(path in wanted for path in paths[:FIRST]))
                scores = ndcg_of(paths, wanted), first, ndcg_of(paths, request.paths)
                yield Outcome(name, form, *scores, refused)


def _answer(core: LocalCore, text: str, ask: _Asks) -> tuple[list[str], bool]:
    try:
        paths = ask(core, text)
    except KnownError:
        return [], True
    return paths, not paths


def refused_pastes(core: LocalCore, requests: Sequence[ChangeRequest]) -> list[str]:
    """Return the subjects of the pasted reports that gave an error or no file."""
    refused = []
    for request in requests:
        text = pasted(request)
        try:
            by_search = core.search(SearchQuery(text, top=CUTOFF, explain=False)).files
            located = core.locate_change(LocateRequest(text)).files
        except KnownError as error:
            refused.append(f"{request.subject}: {error}")
            continue
        if not by_search or not located:
            refused.append(f"{request.subject}: nothing found")
    return refused


def mean_within(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean, and the ends of its 95 % interval by bootstrap."""
    chance = random.Random(7)
    means = sorted(statistics.fmean(chance.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return statistics.fmean(values), means[RESAMPLES // 40], means[-RESAMPLES // 40]


def interval(values: Sequence[float]) -> str:
    """Return the mean and its 95 % interval as text."""
    mean, low, high = mean_within(values)
    return f"{mean:.3f} ({low:.3f}-{high:.3f})"


def table(results: Sequence[Outcome]) -> str:
    """Return the figures of each repository and of all as Markdown."""
    lines = [
        "| repository | asked with | requests | NDCG@10 of code | code in first 5 | NDCG@10 of all | refused |",
        "|---|---|---|---|---|---|---|",
    ]
    names = list(dict.fromkeys(result.repository for result in results))
    for name in (*names, "all"):
        for form in FORMS:
            chosen = [r for r in results if r.form == form and name in (r.repository, "all")]
            if chosen:
                figures = (
                    interval([getattr(r, part) for r in chosen]) for part in ("code", "code_first", "every")
                )
                refused = sum(result.refused for result in chosen)
                lines.append(f"| {name} | {form} | {len(chosen)} | {' | '.join(figures)} | {refused} |")
    return "\n".join(lines)


def main() -> None:
    """Check out, index, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="NAME=REPOSITORY")
    parser.add_argument("--commits", type=int, default=80, help="later commits of each repository")
    parser.add_argument("--cache", type=Path, default=Path("build/localisation"))
    parser.add_argument(
        "--pasted", type=int, default=0, metavar="COUNT", help="paste reports, and count the refused"
    )
    parser.add_argument("--semantic", action="store_true", help="embed the checkouts")
    options = parser.parse_args()
    results: list[Outcome] = []
    counted, refused = 0, list[str]()
    for pair in options.repositories:
        name, _, folder = pair.partition("=")
        base, requests = following(Path(folder), options.commits)
        with core_before(name, Path(folder), base, options.cache, semantic=options.semantic) as core:
            if options.pasted:
                chosen = requests[: options.pasted - counted]
                counted, refused = counted + len(chosen), [*refused, *refused_pastes(core, chosen)]
            else:
                results += outcomes(core, name, requests, code_of(core))
    if options.pasted:
        print("\n".join((f"{counted} pasted reports, {len(refused)} refused", *refused)))
    else:
        print(table(results))


if __name__ == "__main__":
    main()
