"""SIGKILL of the engine at random moments of everything that writes an index.

Indexing takes names, words, the graph and vectors in turn, so that its moments reach each of these stages. Before
an upgrade and before a change of the model the versions in ``index.json`` are set back, as a program of before
would have left them. `branch_kills` switches branches.

A moment is drawn from the time that the work last took, so that few come when it is done; how many came within it
is told beside the table.
"""

import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app import composition
from app.composition import CUT_VERSION, Role, make_core
from search.config.settings import Settings
from search.errors import EngineError
from search.ports import SearchCore
from search.storage.storage import Storage
from search.storage.versions import Versions
from search.types.files import FileState
from search.types.filters import OWNER
from search.types.query import Mode, RankSettings, SearchQuery
from tests.fakes.encoder import BagOfWordsEncoder
from tests.faults.contents import Rows, difference, duplicates, lasting_leftovers, rows_of
from tests.faults.engines import Engines, HurtEngine, killed
from tests.faults.outcome import Outcome
from tests.faults.trees import Tree

VERSIONS = Versions(chunker=CUT_VERSION)
"""Those of the engine: opened with others, an index would be marked as one to cut again."""

FILES = 24
"""Enough for each stage to commit more than once, and few, since a tree is indexed several times for each kill."""

UPDATED = 16
LONGER = 1.25
"""By how much later the next moment may be than the last, if the work was not done by then."""

QUESTIONS = ("lease voucher", "harbour crane", "manifest tide vessel")


@dataclass(slots=True)
class _Tally:
    times: int = 0
    lost: int = 0
    duplicated: int = 0
    within: int = 0
    recovered_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def outcome(self, fault: str) -> Outcome:
        return Outcome(
            fault,
            self.times,
            self.lost,
            self.duplicated,
            tuple(self.recovered_s),
            tuple(dict.fromkeys(self.wrong)),
            (f"{self.within} of {self.times} kills came before the work was done",),
        )


def _nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Work at which the engine is killed, and what is done before it."""

    work: Callable[[], None]
    prepare: Callable[[], None] = _nothing


Answers = dict[str, dict[str, float]]
"""By question, the score of each file that it finds."""


class Compared(Protocol):
    """What an index that was hurt has to equal."""

    def rows(self) -> Rows:
        """Return the rows of an index that nothing happened to."""
        ...

    def answers(self) -> Answers:
        """Return what it answers."""
        ...

    def close(self) -> None:
        """End what it started."""
        ...


class Undisturbed:
    """An index of the same tree that nothing ever happens to."""

    def __init__(self, folder: Path, tree: Tree) -> None:
        composition.open_encoder = lambda *_: BagOfWordsEncoder()
        self._core = make_core(folder, Settings(), Role(follows=False))
        self._tree = tree

    def rows(self) -> Rows:
        """Bring it up to date and return what it holds."""
        self._core.index([str(self._tree.folder)])
        return rows_of(self._core._parts.storage)

    def answers(self) -> Answers:
        """Return what it answers."""
        return _answers(self._core)

    def close(self) -> None:
        """End its threads."""
        self._core.close()


def _answers(core: SearchCore) -> Answers:
    ranking = RankSettings(mode=Mode.KEYWORD)
    results = {text: core.search(SearchQuery(text, ranking, top=1_000)) for text in QUESTIONS}
    return {text: {file.path: round(file.rank_score, 9) for file in each.files} for text, each in results.items()}


class Killing:
    """One tree, one index that is hurt again and again, and one that is not.

    Args:
        folder: for everything.
        seed: decides on the tree, its changes and the moments.
        engines: starts what is killed.
        tree: what is indexed.
        undisturbed: what the index has to equal; made of the tree by default.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        engines: Engines,
        tree: Tree | None = None,
        undisturbed: Compared | None = None,
    ) -> None:
        self._random = random.Random(seed)
        self._index = folder / "index"
        self._engines = engines
        self._tree = tree or Tree(folder / "tree", FILES, seed)
        self._undisturbed: Compared = undisturbed or Undisturbed(folder / "undisturbed", self._tree)
        self._span_s: dict[str, float] = {}
        self._start()
        self._index_all()

    @property
    def kinds(self) -> dict[str, Kind]:
        """Return what the engine can be killed at."""
        return {
            "indexing": Kind(self._indexing),
            "updating": Kind(self._updating),
            "compacting": Kind(self._compacting),
            "forgetting": Kind(self._forgetting, self._index_all),
            "changing the model": Kind(self._index_all, lambda: self._set_back("model", "an older one")),
            "upgrading": Kind(self._index_all, lambda: self._set_back("chunker", CUT_VERSION - 1)),
            "starting": Kind(self._starting, self._fork),
        }

    def run(self, moments: int, only: Sequence[str] = ()) -> Iterator[Outcome]:
        """Kill at so many moments of each kind of work; yield what became of each kind as soon as it is done."""
        kinds = {name: kind for name, kind in self.kinds.items() if not only or name in only}
        try:
            for name, kind in kinds.items():
                yield self._kind(name, kind, moments)
        finally:
            self._engine.kill()
            self._undisturbed.close()

    def _kind(self, name: str, kind: Kind, moments: int) -> Outcome:
        tally = _Tally()
        if name not in self._span_s:
            self._timed(name, kind)
        for _ in range(moments):
            self._once(name, kind, tally)
        return tally.outcome(f"killed while {name}")

    def _timed(self, name: str, kind: Kind) -> None:
        kind.prepare()
        begun = time.monotonic()
        kind.work()
        self._span_s[name] = time.monotonic() - begun

    def _once(self, name: str, kind: Kind, tally: _Tally) -> None:
        kind.prepare()
        ended: list[float] = []
        worker = threading.Thread(target=_until_killed, args=(kind.work, ended))
        begun = time.monotonic()
        worker.start()
        time.sleep(self._random.uniform(0, self._span_s[name]))
        is_within = not ended
        orphans = killed(self._process)
        worker.join()
        tally.within += is_within
        self._span_s[name] = self._span_s[name] * LONGER if is_within else ended[0] - begun
        self._engine.kill()
        tally.times += 1
        tally.wrong += [f"process {pid} outlived the engine" for pid in orphans]
        self._check_opens(tally)
        begun = time.monotonic()
        self._start()
        self._index_all()
        tally.recovered_s.append(time.monotonic() - begun)
        self._check_equal(tally)

    def _check_opens(self, tally: _Tally) -> None:
        storage = Storage(self._index, VERSIONS)
        try:
            tally.duplicated += len(duplicates(storage.database))
            retained = {
                row.path: row
                for root in storage.roots.all()
                for row in storage.files.of_root(root.id).values()
                if row.state is FileState.INDEXED
            }
            paths = [path for path in self._engine.acknowledged if (self._tree.folder / path).exists()]
            lost = [path for path in paths if path not in retained]
            chunks = {chunk.file_id for chunk in storage.chunks.of_files([row.id for row in retained.values()])}
            lost += [path for path in paths if path in retained and retained[path].id not in chunks]
            tally.lost += len(lost)
            tally.wrong += [f"acknowledged and lost: {path}" for path in lost[:3]]
        finally:
            storage.close()

    def _check_equal(self, tally: _Tally) -> None:
        expected = self._undisturbed.rows()
        storage = Storage(self._index, VERSIONS)
        try:
            differs = difference(rows_of(storage), expected)
            again = duplicates(storage.database)
        finally:
            storage.close()
        tally.lost += len(differs.missing)
        tally.duplicated += len(differs.surplus) + len(again)
        tally.wrong += [f"missing: {name}" for name in differs.missing[:3]]
        tally.wrong += [f"surplus: {name}" for name in (*differs.surplus, *again)[:3]]
        tally.wrong += [f"left behind: {name}" for name in lasting_leftovers(self._index)]
        self._check_answers(tally)

    def _check_answers(self, tally: _Tally) -> None:
        answers, expected = _answers(self._engine.core), self._undisturbed.answers()
        for text in QUESTIONS:
            differing = dict(answers[text].items() ^ expected[text].items())
            tally.wrong += [f"{text!r} answers {path} otherwise" for path in sorted(differing)[:3]]
            if not answers[text]:
                tally.wrong.append(f"{text!r} finds nothing")

    def _indexing(self) -> None:
        """Index everything anew."""
        core = self._engine.core
        self._engine.acknowledged.clear()  # from now on they may be gone
        for root in core.status(OWNER).roots:
            core.forget(root.root.id)
        self._engine.acknowledged.clear()
        core.index([str(self._tree.folder)])

    def _start(self) -> None:
        self._engine = self._engines.start(self._index)
        self._process = self._engine.process

    def _index_all(self) -> None:
        self._engine.core.index([str(self._tree.folder)])

    def _forgetting(self) -> None:
        self._engine.acknowledged.clear()
        for root in self._engine.core.status(OWNER).roots:
            self._engine.core.forget(root.root.id)
        self._engine.acknowledged.clear()

    def _end(self) -> None:
        self._index_all()
        self._engine.kill()

    def _set_back(self, version: str, value: object) -> None:
        """End the engine, let the index be one of an older program, and start the engine again."""
        self._end()
        file = self._index / "index.json"
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), version: value}))
        self._start()

    def _fork(self) -> None:
        """Begin to start an engine for a tree that has changed since the last one ended."""
        self._end()
        self._tree.alter(10)
        self._process = self._engines.fork(self._index)

    def _starting(self) -> None:
        acknowledged = self._engine.acknowledged
        self._engine = HurtEngine(self._index, self._process)
        self._engine.acknowledged |= acknowledged
        self._index_all()

    def _updating(self) -> None:
        self._tree.alter(UPDATED)
        self._engine.core.index([str(self._tree.folder)])

    def _compacting(self) -> None:
        """Commit a few files one by one, and let the upkeep that follows run."""
        for _ in range(3):
            self._tree.alter(3)
            self._engine.core.index([str(self._tree.folder)])
        time.sleep(0.6)


def _until_killed(work: Callable[[], None], ended: list[float]) -> None:
    try:
        work()
    except (EngineError, RuntimeError):  # the latter of an engine that ended before it answered
        return
    ended.append(time.monotonic())
