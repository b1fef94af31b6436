"""What `freshness_bench` measures: how soon and how correctly the index follows the disk."""

import argparse
import hashlib
import os
import re
import shutil
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tree_sitter import Parser

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from indexer.discovery.finder import FileFinder
from indexer.facts.syntax import grammar
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.ports import Depth, Emit, LabelledFile, ReadRequest
from indexer.pipeline.reading import Reader, attempt
from indexer.pipeline.upkeep import UPKEEP_AGAIN_SECONDS, UPKEEP_SECONDS
from indexer.watching.coalescer import Changes
from indexer.watching.watcher import Watcher
from resources.languages import languages
from search.config.settings import Embeddings, Settings
from search.embedding.choose import open_encoder
from search.embedding.settings import EncoderSettings
from search.events import Event, Progress
from search.retrieval.corpus import Corpus
from search.storage.storage import Storage
from search.types.files import FileRecord
from search.types.filters import RowFilter
from search.types.query import Mode, RankSettings, SearchQuery
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener
from tests.faults.contents import difference, rows_of

CHECKOUT = Path(__file__).resolve().parents[2]
QUICK = bool(os.environ.get("QUICK"))
SAVES = 15 if QUICK else 60
UPDATES = 200 if QUICK else 2_000
WORDS_ONLY = Settings(embeddings=Embeddings(semantic=False))
FOUND_WITHIN_S = 120.0
SETTLES_S = 20.0


class Bench:
    """An index without an engine, of one folder."""

    def __init__(
        self,
        index: Path,
        folder: Path,
        *,
        upkeep_seconds: float = 1e6,
        emit: Emit = lambda _: None,
        searches: bool = False,
    ) -> None:
        self.storage = Storage(index)
        self.finder = FileFinder()
        listener = Corpus(self.storage) if searches else NoListener()
        self.indexer = Indexer(self.storage, self.finder, Reader(), emit, listener, upkeep_seconds=upkeep_seconds)
        self.root = self.storage.roots.add(folder)

    def index(self, *, semantic: bool = False) -> float:
        """Bring it up to date and return the seconds."""
        begun = time.perf_counter()
        self.report = self.indexer.index_roots([self.root], semantic=semantic)
        return time.perf_counter() - begun

    def close(self) -> None:
        """End its thread."""
        self.indexer.close()
        self.storage.close()


@contextmanager
def following(index: Path) -> Iterator[LocalCore]:
    """Yield a core that follows its roots, as an engine has it."""
    core = make_core(index, WORDS_ONLY, Role(follows=True))
    try:
        yield core
    finally:
        core.close()


def saves(scratch: Path, options: argparse.Namespace) -> None:
    """Seconds from a save until a query finds it, idle and while another folder is indexed."""
    tree = _copy(options.folder, scratch / "tree")
    other = _copy(options.folder, scratch / "other")
    with following(scratch / "index") as core:
        core.index([str(tree)], semantic=False)
        idle = [_save_until_found(core, tree, f"idle{number}") for number in range(SAVES)]
        busy: list[float] = []
        while len(busy) < SAVES:
            busy += _while_indexing(core, tree, other, len(busy))
            core.forget(str(other))
    _percentiles("save to searchable, idle", idle, 1.0)
    _percentiles("save to searchable, while indexing", busy, 3.0)


def _while_indexing(core: LocalCore, tree: Path, other: Path, number: int) -> list[float]:
    indexing = threading.Thread(target=core.index, args=([str(other)],), kwargs={"semantic": False})
    indexing.start()
    seconds = []
    while indexing.is_alive() and number + len(seconds) < SAVES:
        seconds.append(_save_until_found(core, tree, f"busy{number + len(seconds)}"))
    indexing.join()
    return seconds


def _save_until_found(core: LocalCore, tree: Path, word: str) -> float:
    name = f"zq{hashlib.sha256(word.encode()).hexdigest()[:12]}"
    begun = time.perf_counter()
    (tree / "saved.py").write_text(f"def {name}():\n    return 1\n")
    query = SearchQuery(f'"{name}"', RankSettings(mode=Mode.KEYWORD))
    while not any(file.path == "saved.py" for file in core.search(query).files):
        if time.perf_counter() - begun > FOUND_WITHIN_S:
            raise SystemExit(f"{name} is not found after {FOUND_WITHIN_S:.0f} s")
        time.sleep(0.01)
    return time.perf_counter() - begun


def words(scratch: Path, options: argparse.Namespace) -> None:
    """Seconds until words are searchable, beside reading, hashing and finding the words of the same text.

    Beside parsing it too: that differs most from machine to machine.
    """
    ready: list[tuple[float, float]] = []

    def note(event: Event) -> None:
        if isinstance(event, Progress) and event.activity.step == "graph" and not ready:
            ready.append((time.perf_counter() - begun, _processor_s() - before))
            bench.indexer.cancel()

    bench = Bench(scratch / "index", options.folder, emit=note, searches=True)
    begun, before = time.perf_counter(), _processor_s()
    bench.index()
    commits = bench.storage.database.commits
    rows = [row for row in bench.storage.files.matching(RowFilter()) if row.chunk_count]
    bench.close()
    (seconds, worked_s), megabytes = ready[0], sum(row.size_bytes for row in rows) / 1e6
    before = _processor_s()
    for row in rows:
        data = (options.folder / row.path).read_bytes()
        hashlib.blake2b(data).digest()
        re.findall(r"\w+", data.decode("utf-8", "replace"))
    least_s = _processor_s() - before
    parsed_mb, parsing_s = _bare_parse(options.folder, rows)
    print(
        f"words: {megabytes:.1f} MB of {len(rows):,} files in {seconds:.1f} s and {commits} commits, "
        f"{megabytes / seconds:.2f} MB/s (goal 2); "
        f"{megabytes / worked_s:.2f} MB for each second of processor time, "
        f"{worked_s / least_s:.1f} times that of reading, hashing and finding the words in one process; "
        f"bare parse of the {parsed_mb:.1f} MB with a grammar: {parsed_mb / parsing_s:.2f} MB for each second of "
        f"processor time, of which words are {(megabytes / worked_s) / (parsed_mb / parsing_s):.2f} in this run",
        flush=True,
    )


def _bare_parse(folder: Path, rows: list[FileRecord]) -> tuple[float, float]:
    """Return the MB that tree-sitter has a grammar for, and the processor time of parsing them alone."""
    parsed = [row for row in rows if languages()[row.language].grammar is not None]
    texts = [(grammar(row.language), (folder / row.path).read_bytes()) for row in parsed]
    before = _processor_s()
    for language, data in texts:
        Parser(language).parse(data)
    return sum(len(data) for _, data in texts) / 1e6, max(_processor_s() - before, 1e-6)


def rates(scratch: Path, options: argparse.Namespace) -> None:
    """Words in MB of text a second, and meaning in relation to the encoder alone."""
    bench = Bench(scratch / "index", options.folder)
    before = _processor_s()
    words_s = bench.index()
    worked_s = _processor_s() - before
    rows = [row for row in bench.storage.files.matching(RowFilter()) if row.chunk_count]
    megabytes = sum(row.size_bytes for row in rows) / 1e6
    begun = time.perf_counter()
    for row in rows:
        hashlib.blake2b((options.folder / row.path).read_bytes()).digest()
    hashing_s = time.perf_counter() - begun
    print(
        f"words and graph: {megabytes:.1f} MB of {len(rows):,} files in {words_s:.1f} s, "
        f"{megabytes / words_s:.2f} MB/s (goal 2); "
        f"{megabytes / worked_s:.2f} MB for each second of processor time; "
        f"{words_s / hashing_s:.0f} times reading and hashing",
        flush=True,
    )
    encoder = open_encoder(EncoderSettings())
    texts: list[str] = []
    timed = _Timed(encoder, texts)
    encoder.encode(["warm up"])
    bench.indexer.use_encoder(timed)
    before = _processor_s()
    meaning_s = bench.index(semantic=True)
    meaning_worked_s = _processor_s() - before
    bench.close()
    begun, before = time.perf_counter(), _processor_s()
    for start in range(0, len(texts), 64):
        encoder.encode(texts[start : start + 64])
    alone_s, alone_worked_s = time.perf_counter() - begun, _processor_s() - before
    print(
        f"meaning: {len(texts):,} texts in {meaning_s:.1f} s, {len(texts) / meaning_s:.1f} a second; "
        f"the encoder alone {len(texts) / alone_s:.1f}: {alone_s / meaning_s:.2f} of its speed (goal 0.8); "
        f"{timed.seconds / meaning_s:.2f} of the time was the encoder's; "
        f"{alone_worked_s / meaning_worked_s:.2f} of the processor time is what the encoder alone takes"
    )


def reading(scratch: Path, options: argparse.Namespace) -> None:
    """Processor time of reading text alone and facts alone, in relation to reading both at once, file by file."""
    root = Storage(scratch / "index").roots.add(options.folder)
    finder = FileFinder()
    result = [item for item in finder.everything(root) if item.skip is None][:: options.every]
    labelled = [LabelledFile(item, finder.label(root, item)) for item in result]
    spent = dict.fromkeys(Depth, 0.0)
    for round_ in range(2):  # the first one fills the memory of words, as a whole repository does
        for item in labelled:
            for depth in Depth:
                begun = time.process_time()
                attempt(Reader(), root, ReadRequest(item, depth=depth))
                spent[depth] += (time.process_time() - begun) * round_
    megabytes = sum(item.size_bytes for item in result) / 1e6
    whole = spent[Depth.WHOLE]
    print(
        f"reading {megabytes:.1f} MB of {len(result):,} files: {megabytes / whole:.2f} MB for each second of one "
        f"processor; text alone {spent[Depth.TEXT] / whole:.2f} of the time, "
        f"facts alone {spent[Depth.FACTS] / whole:.2f} of it"
    )


def _processor_s() -> float:
    return sum(os.times()[:4])


class _Timed:
    """An encoder that remembers what it was asked and how long that took."""

    def __init__(self, encoder: object, texts: list[str]) -> None:
        self._encoder = encoder
        self._texts = texts
        self.seconds = 0.0
        self.model, self.dimension, self.device = encoder.model, encoder.dimension, encoder.device

    def encode(self, texts, /):
        self._texts += texts
        begun = time.perf_counter()
        vectors = self._encoder.encode(texts)
        self.seconds += time.perf_counter() - begun
        return vectors


def checkout(scratch: Path, options: argparse.Namespace) -> None:
    """A checkout between two distant commits: comparisons it took, and whether the index equals a fresh one."""
    clone = scratch / "clone"
    subprocess.run(["git", "clone", "-q", "--shared", options.repository, clone], check=True)
    old, new = options.tags or _ends_of_history(clone)
    _git(clone, "checkout", "-q", "--detach", old)
    bench = Bench(scratch / "index", clone)
    bench.indexer.use_encoder(BagOfWordsEncoder())
    bench.index(semantic=True)
    messages: list[Changes] = []
    done = threading.Event()

    def apply(changes: Changes) -> None:
        bench.indexer.apply(changes)
        messages.append(changes)
        done.set()

    watcher = Watcher(apply, lambda _: None, bench.finder.entering)
    watcher.watch(bench.root)
    _git(clone, "checkout", "-q", "--detach", new)
    begun = time.perf_counter()
    done.wait(FOUND_WITHIN_S * 5)
    time.sleep(3.0)
    watcher.close()
    seconds = time.perf_counter() - begun - 3.0
    bench.indexer.index_roots([bench.root], semantic=True)
    fresh = Bench(scratch / "fresh", clone)
    fresh_s = fresh.index()
    fresh.indexer.use_encoder(BagOfWordsEncoder())
    fresh.index(semantic=True)
    differs = difference(_without_vectors(bench.storage), _without_vectors(fresh.storage))
    whole = sum(changes.whole for changes in messages)
    changed = len(_git(clone, "diff", "--name-only", old, new).splitlines())
    print(
        f"git checkout {old} -> {new}: {changed:,} files differ; {whole} comparisons and {len(messages) - whole} "
        f"lists of files in {seconds:.1f} s, {seconds / fresh_s:.2f} of a fresh index; rows missing "
        f"{len(differs.missing)}, surplus {len(differs.surplus)}"
    )
    for name in (*differs.missing[:5], *differs.surplus[:5]):
        print(f"  {name}")
    fresh.close()
    bench.close()


def _without_vectors(storage: Storage) -> dict[str, object]:
    return {name: rows for name, rows in rows_of(storage).items() if name != "vectors"}


def _ends_of_history(clone: Path) -> tuple[str, str]:
    commits = _git(clone, "log", "--format=%h", "--first-parent").split()
    return commits[len(commits) // 2], commits[0]


def disk(scratch: Path, options: argparse.Namespace) -> None:
    """Size of the index after many updates, in relation to a fresh one; upkeep comes as it does in an engine."""
    tree = _copy(options.folder, scratch / "tree")
    bench = Bench(scratch / "index", tree, upkeep_seconds=UPKEEP_SECONDS)
    bench.indexer.use_encoder(BagOfWordsEncoder())
    bench.index(semantic=True)
    files = [row.path for row in bench.storage.files.matching(RowFilter()) if row.language == "python"][:500]
    largest = 0
    begun = time.perf_counter()
    for number in range(UPDATES):
        path = files[number % len(files)]
        with (tree / path).open("a") as file:
            file.write(f"\n# update {number}\n")
        bench.indexer.update_paths(bench.root.id, [path])
        if number % 10 == 0:
            largest = max(largest, sum(bench.storage.bytes_by_part().values()))
    bench.index(semantic=True)
    updating_s = time.perf_counter() - begun
    last = sum(bench.storage.bytes_by_part().values())
    time.sleep(UPKEEP_SECONDS + UPKEEP_AGAIN_SECONDS + SETTLES_S)
    after = sum(bench.storage.bytes_by_part().values())
    fresh = Bench(scratch / "fresh", tree)
    fresh.indexer.use_encoder(BagOfWordsEncoder())
    fresh.index(semantic=True)
    size = sum(fresh.storage.bytes_by_part().values())
    print(
        f"disk after {UPDATES:,} file updates in {updating_s:.0f} s: {after / size:.2f} times a fresh index of "
        f"{size / 1e6:.1f} MB two minutes later (goal 1.5); {last / size:.1f} at the last update, at most "
        f"{max(largest, last) / size:.1f}"
    )
    fresh.close()
    bench.close()


def branch(scratch: Path, options: argparse.Namespace) -> None:
    """What a second branch costs: texts embedded, and seconds in relation to the first."""
    clone = scratch / "clone"
    subprocess.run(["git", "clone", "-q", "--shared", options.repository, clone], check=True)
    old, new = options.tags or _ends_of_history(clone)
    _git(clone, "checkout", "-q", "-b", "first", old)
    bench = Bench(scratch / "index", clone)
    bench.indexer.use_encoder(BagOfWordsEncoder())
    first_s = bench.index(semantic=True)
    first = bench.report
    _git(clone, "checkout", "-q", "-b", "second", new)
    second_s = bench.index(semantic=True)
    print(
        f"branch of {old}: {first.embedded:,} texts embedded; then that of {new}: {bench.report.embedded:,} of "
        f"{bench.report.chunks + bench.report.files:,}, {second_s / first_s:.2f} of the time"
    )
    bench.close()


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout


def _copy(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", "node_modules"))
    return target


def _percentiles(what: str, seconds: list[float], goal: float) -> None:
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    print(
        f"{what}: p50 {statistics.median(ordered):.2f} s, p95 {p95:.2f} s (goal {goal:.0f} s) of {len(ordered)}",
        flush=True,
    )


MEASURES: dict[str, Callable[[Path, argparse.Namespace], None]] = {
    "saves": saves,
    "words": words,
    "rates": rates,
    "reading": reading,
    "checkout": checkout,
    "disk": disk,
    "branch": branch,
}
