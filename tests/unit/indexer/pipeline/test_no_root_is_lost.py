"""After any order of adding, forgetting and killing, every root that was added and not forgotten is complete."""

import shutil
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.encoder_slot import EncoderSlot
from app.core.folder_roots import FolderRoots
from app.core.indexing import Indexing
from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.events import Event, Progress
from search.storage.storage import Storage
from search.types.status import Step
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener

NAMES = ("ash", "birch", "cedar")
EARLY = {Step.NAMES, Step.WORDS, Step.GRAPH}

ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(NAMES)),
        st.tuples(st.just("forget"), st.sampled_from(NAMES)),
        st.tuples(st.just("kill"), st.sampled_from(sorted(Step))),
    ),
    max_size=7,
)


class KilledError(BaseException):
    """Ends a thread in the middle of its work, as the end of its process would."""


class Machine:
    """An index whose process is killed when it reports a step, and started again; and what was asked of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.expected: set[str] = set()
        self.steps: list[tuple[str, str]] = []
        self._kill_at, self._killed = "", False
        for name in NAMES:
            (folder / name).mkdir()
            for number in range(3):
                (folder / name / f"{name}{number}.py").write_text(f"def {name}_{number}():\n    return {number}\n")
        self.start()

    def start(self) -> None:
        """Open the index as an engine does when it starts."""
        self.storage = Storage(self._folder / "index")
        encoder = EncoderSlot(lambda _stopped: BagOfWordsEncoder(), self._emit)
        finder = FileFinder()
        folders = FolderRoots(self.storage.roots, finder, self._emit)
        self.indexer = Indexer(self.storage, finder, Reader(), self._emit, NoListener())
        mark = self._folder / "paused"
        self.core = Indexing(self.storage.roots, folders, self.indexer, encoder, None, self._emit, mark)
        self.core.begin(compare=False)

    def _emit(self, event: Event) -> None:
        if isinstance(event, Progress) and event.activity.step:
            self.steps.append((event.activity.step, event.activity.folder))
            if event.activity.step == self._kill_at:
                self._killed = True
                self.indexer.stop()  # nothing more is begun, as after the end of a process
                if threading.current_thread() is threading.main_thread():
                    raise KilledError

    def do(self, action: str, value: str) -> None:
        """Add or forget a root, or kill the process at the next step of this name."""
        if action == "add":
            self.expected.add(value)
            self._run(lambda: self.core.index([str(self._folder / value)], semantic=None))
        elif action == "forget" and value in self.expected:
            self.expected.discard(value)
            self._run(lambda: self.core.forget(self.storage.roots.find(value)))
        elif action == "kill":
            self._kill_at = value

    def _run(self, call: Callable[[], object]) -> None:
        with suppress(KilledError):
            call()
        if self._killed:
            self.restart()

    def restart(self) -> None:
        """Start anew after a kill; nothing is written in between."""
        self._kill_at, self._killed = "", False
        self.close()
        self.start()

    def settle(self) -> None:
        """Start once more and wait until everything is done."""
        self.restart()
        self.core.index([root.path for root in self.storage.roots.all()], semantic=None)

    def close(self) -> None:
        """End the threads, those that load an encoder too."""
        self.core.close()
        for thread in threading.enumerate():
            if thread.name == "encoder":
                thread.join()
        self.storage.close()


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTIONS)
def test_every_root_that_was_added_and_not_forgotten_is_complete(actions: list[tuple[str, str]]):
    folder = Path(tempfile.mkdtemp())
    machine = Machine(folder)
    try:
        for action, value in actions:
            machine.do(action, value)
            assert {root.repository for root in machine.storage.roots.all()} == machine.expected
        if machine.expected:
            machine.settle()
        roots = machine.storage.roots.all()
        assert {root.repository for root in roots} == machine.expected
        rows = [row for root in roots for row in machine.storage.files.of_root(root.id).values()]
        assert len(rows) == 3 * len(machine.expected)
        assert all(row.meaning and row.chunk_count for row in rows)
        assert all(machine.indexer.has_graph(root.id) for root in roots)
    finally:
        machine.close()
        shutil.rmtree(folder)


@settings(max_examples=8, deadline=None)
@given(st.permutations(NAMES))
def test_no_step_of_a_later_root_waits_for_vectors_of_an_earlier_one(names: list[str]):
    folder = Path(tempfile.mkdtemp())
    machine = Machine(folder)
    try:
        machine.core.index([str(folder / name) for name in names], semantic=None)
        early = [at for at, (step, _) in enumerate(machine.steps) if step in EARLY]
        vectors = [at for at, (step, _) in enumerate(machine.steps) if step not in EARLY]
        assert max(early) < min(vectors)
    finally:
        machine.close()
        shutil.rmtree(folder)
