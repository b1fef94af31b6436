"""An index against an agent's grep: ``python tests/benchmarks/agent_grep.py --corpora DIR --only jq lobsters``.

Asks the questions of our own set that code answers, once through ``search_code`` as an agent gets it and once
as an agent does with ripgrep: it drops the common words, counts the files of each stem, takes the rarest, and
lists the files that have them, most hits first. A second grep puts files with more different stems first, which
is kinder to grep than most agents are. Then it asks for a name that stands on the line that proves the answer,
as if the agent knew it: what grep is made for. Prints how often one of the first three files answers, and the
tokens that the agent reads, counted by the packaged model's tokenizer. Answers are those that were written
before any result was seen.

Indexes are those of ``quality.py`` (``--cache``); one that is missing is made first. Needs ``rg``.
"""

import argparse
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgspec
from benchmarks.answers.metric import among_first
from benchmarks.answers.questions import OWN, Question, own
from Stemmer import Stemmer

from app.composition import hosted_core
from app.core.local_core import LocalCore
from app.mcp.search_tools import SearchTools
from search.embedding.tokens import PackagedTokenCounter
from search.types.filters import Access
from search.types.query import RankSettings

COMMON = frozenset(
    re.findall(
        r"[a-z]+",
        "a an and any are as at be been before but by can does for from has have how if in into is it its more"
        " no not of on one only or other so than that the their them then there they this to until up was were"
        " what when where which while who with without",
    )
)
"""Words that nobody greps for."""

RARE_STEMS = 4
LISTED_FILES = 50
"""Lines of a listing that an agent reads; its tools cut longer ones."""

READ_FILES = 3
LINES_OF_A_FILE = 40
"""Matching lines, with two around each, that are read of each of the first files."""

NOT_CODE = ("*.md", "*.rst", "*.txt", "*.adoc", "*.html", "*.json", "*.lock", "*.yml", "*.yaml", "*.svg")
"""Left out for grep, as ``search_code`` leaves documents out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an agent got: the files in order, the tokens that it read, and how long that took."""

    paths: tuple[str, ...]
    tokens: int
    seconds: float


Way = Callable[[str], Reading]


class Grep:
    """An agent with ripgrep in a checkout."""

    def __init__(self, checkout: Path, count: Callable[[str], int]) -> None:
        self._checkout = checkout
        self._count = count
        self._stem = Stemmer("english").stemWord

    def by_hits(self, question: str) -> Reading:
        """Return the files with the rarest stems, most hits first."""
        return self._listed(question, lambda stems, hits: hits)

    def by_words(self, question: str) -> Reading:
        """Return the same files, those with more different stems first."""
        return self._listed(question, lambda stems, hits: (stems, hits))

    def name(self, name: str) -> Reading:
        """Return the files with a name, most lines first; the agent reads every line, up to what its tool cuts."""
        began = time.perf_counter()
        lines = self._rg("-n", "-w", "-F", name)
        files = Counter(line.partition(":")[0] for line in lines)
        read = "\n".join(lines[: READ_FILES * LINES_OF_A_FILE])
        return Reading(
            tuple(path for path, _ in files.most_common()), self._count(read), time.perf_counter() - began
        )

    def _listed(self, question: str, order: Callable[[int, int], object]) -> Reading:
        began = time.perf_counter()
        files_of = {stem: self._hits(stem) for stem in self._stems(question)}
        rare = sorted((stem for stem, files in files_of.items() if files), key=lambda stem: len(files_of[stem]))
        rare = rare[:RARE_STEMS]
        hits = sum((files_of[stem] for stem in rare), Counter())
        stems = Counter(path for stem in rare for path in files_of[stem])
        paths = sorted(hits, key=lambda path: (order(stems[path], hits[path]), path), reverse=True)
        listing = "\n".join(f"{path}:{hits[path]}" for path in paths[:LISTED_FILES])
        read = "\n".join(self._lines(rare, path) for path in paths[:READ_FILES])
        return Reading(tuple(paths), self._count(listing) + self._count(read), time.perf_counter() - began)

    def _stems(self, question: str) -> list[str]:
        words = re.findall(r"[a-z0-9]{3,}", question.lower())
        return list(dict.fromkeys(self._stem(word) for word in words if word not in COMMON))

    def _hits(self, stem: str) -> Counter[str]:
        counts = (line.rpartition(":") for line in self._rg("--count-matches", "-i", "-F", stem))
        return Counter({path: int(count) for path, _, count in counts})

    def _lines(self, stems: Sequence[str], path: str) -> str:
        patterns = [part for stem in stems for part in ("-e", stem)]
        lines = self._rg("-n", "-i", "-F", "-C", "2", *patterns, "--", path)
        return "\n".join(lines[:LINES_OF_A_FILE])

    def _rg(self, *options: str) -> list[str]:
        globs = [part for glob in NOT_CODE for part in ("-g", f"!{glob}")]
        folder = () if "--" in options else (".",)
        done = subprocess.run(
            ["rg", "--no-heading", "--with-filename", *globs, *options, *folder],
            cwd=self._checkout,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        return [line.removeprefix("./") for line in done.stdout.splitlines()]


def dowse(core: LocalCore, count: Callable[[str], int], max_results: int) -> Way:
    """Return how an agent asks ``search_code``, with the number of files alone."""
    tools = SearchTools(SimpleNamespace(core=core, access=Access()), RankSettings())

    def ask(question: str) -> Reading:
        began = time.perf_counter()
        answer = tools.search_code(question, max_results=max_results)
        tokens = count(msgspec.json.encode(answer).decode())
        return Reading(tuple(file.path for file in answer.files), tokens, time.perf_counter() - began)

    return ask


@contextmanager
def opened(index: Path, checkout: Path) -> Iterator[LocalCore]:
    """Yield the core over an index; one that is missing is made."""
    missing = not (index / "index.json").is_file()
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        if missing:
            core.index([str(checkout)])
        yield core


def name_on(checkout: Path, question: Question) -> str:
    """Return the longest name on the first line that proves an answer; empty where it has none."""
    for path, first, _ in question.lines:
        line = (checkout / path).read_text("utf-8", "replace").splitlines()[first - 1]
        names = re.findall(r"[A-Za-z_]\w{5,}", line)
        if names:
            return max(names, key=len)
    return ""


def row(title: str, readings: Sequence[tuple[Question, Reading]]) -> str:
    """Return a line of the table: first three, median and mean tokens, median time."""
    first = sum(among_first(reading.paths, question) for question, reading in readings)
    tokens = [reading.tokens for _, reading in readings]
    seconds = statistics.median(reading.seconds for _, reading in readings)
    share = f"{first} of {len(readings)} ({first / len(readings):.2f})"
    median, mean = statistics.median(tokens), statistics.mean(tokens)
    return f"| {title} | {share} | {median:,.0f} | {mean:,.0f} | {seconds * 1000:,.0f} |"


def report(checkout: Path, core: LocalCore, questions: Sequence[Question]) -> Iterator[str]:
    """Yield the lines of a repository's table."""
    count = PackagedTokenCounter().count
    grep, ask, three = Grep(checkout, count), dowse(core, count, 10), dowse(core, count, READ_FILES)
    ask("warm up")
    ways: dict[str, Way] = {
        "search_code, 10 files (default)": ask,
        "search_code, 3 files": three,
        "grep, most hits first": grep.by_hits,
        "grep, most different words first": grep.by_words,
    }
    yield f"\n{checkout.name}, {len(questions)} questions\n"
    yield "| way | answer in the first three | tokens, median | mean | ms, median |"
    yield "|---|---|---|---|---|"
    for title, way in ways.items():
        yield row(title, [(question, way(question.text)) for question in questions])
    named = [(question, name) for question in questions if (name := name_on(checkout, question))]
    yield row("name known: search_code, 3 files", [(question, three(name)) for question, name in named])
    yield row("name known: grep", [(question, grep.name(name)) for question, name in named])


def main() -> int:
    """Print a table for each repository; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with the source trees")
    parser.add_argument("--cache", type=Path, default=Path("build/quality"), help="where the indexes are")
    parser.add_argument("--only", nargs="*", default=["jq", "lobsters"], help="names of repositories")
    options = parser.parse_args()
    for repository in own(OWN):
        checkout = options.corpora / repository.name
        if repository.name in options.only and checkout.is_dir():
            code = [question for question in repository.questions if question.group == "code"]
            with opened(options.cache / f"{repository.name}-whole", checkout) as core:
                for line in report(checkout, core, code):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
