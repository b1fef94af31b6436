"""After any order of adding, forgetting and killing, every root that was added and not forgotten is complete."""

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core import indexing
from app.core.encoder_slot import EncoderSlot
from app.core.folder_roots import FolderRoots
from app.core.indexing import Indexing
from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from search.events import Event, Progress
from search.storage.storage import Storage
from search.types.status import Step
from tests.examples import examples
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener

NAMES = ("ash", "birch", "cedar")

NO_KILL = ""

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["add", "add", "forget"]),
        st.sampled_from(NAMES),
        st.sampled_from([NO_KILL, *sorted(Step)]),
    ),
    min_size=1,
    max_size=6,
)
"""What is done with which root, and the step at whose report the process is killed."""


class KilledError(BaseException):
    """Ends any thread in the middle of its work, as the end of its process would; no handler catches it."""


@pytest.fixture(autouse=True, scope="module")
def _encoder_at_once() -> Iterator[None]:
    """Have the encoder loaded from the start, so that vectors could come before anything else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "HEAD_START_S", 0.0)
        yield


class ObservedEncoder(BagOfWordsEncoder):
    """Calls ``before`` before it encodes."""

    def __init__(self, before: Callable[[], None]) -> None:
        self._before = before

    def encode(self, texts: Sequence[str], /) -> npt.NDArray[np.float32]:
        self._before()
        return super().encode(texts)


class Machine:
    """An index whose process is killed when it reports a step, and started again; and what was asked of it.

    Attributes:
        expected: the roots that were added and not forgotten.
        without_graph: roots that had no graph when texts of any root were encoded.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.expected: set[str] = set()
        self.without_graph: list[str] = []
        self._kill_at, self._killed = "", False
        for name in NAMES:
            (folder / name).mkdir()
            for number in range(3):
                (folder / name / f"{name}{number}.py").write_text(f"def {name}_{number}():\n    return {number}\n")
        self.start()

    def start(self, *, compare: bool = False) -> None:
        """Open the index as a starting engine does; ``compare`` compares the roots with the disk."""
        self.storage = Storage(self._folder / "index")
        encoder = EncoderSlot(lambda _stopped: ObservedEncoder(self._note_graphs), self._emit)
        finder = FileFinder()
        folders = FolderRoots(self.storage.roots, finder, self._emit)
        self.indexer = Indexer(self.storage, finder, Reader(), self._emit, NoListener())
        mark = self._folder / "paused"
        self.core = Indexing(self.storage.roots, folders, self.indexer, encoder, None, self._emit, mark)
        self.core.begin(compare=compare)
        _join("encoder")

    def _note_graphs(self) -> None:
        self.without_graph += [
            root.name for root in self.storage.roots.all() if not self.indexer.has_graph(root.id)
        ]

    def _emit(self, event: Event) -> None:
        is_reached = isinstance(event, Progress) and event.activity.step == self._kill_at != NO_KILL
        if is_reached and not self._killed:
            self._killed = True
            self._end_all()
            raise KilledError

    def _end_all(self) -> None:
        """End the other threads too: nothing more is begun, and whoever waits for the dead thread goes on."""
        self.indexer.stop()
        scheduler = self.indexer._scheduler
        with scheduler._condition:
            scheduler._closed = True
            scheduler._condition.notify_all()

    def do(self, action: str, name: str, kill_at: str) -> None:
        """Add or forget a root; the process is killed at the next step of this name, now or in a later action."""
        self._kill_at = kill_at or self._kill_at
        if action == "add":
            self.expected.add(name)
            self._run(lambda: self.core.index([str(self._folder / name)], semantic=None))
        elif name in self.expected:
            self.expected.discard(name)
            self._run(lambda: self.core.forget(self.storage.roots.find(name)))

    def _run(self, call: Callable[[], object]) -> None:
        with suppress(KilledError):
            call()
        if self._killed:
            self.restart()

    def restart(self, *, compare: bool = False) -> None:
        """Start anew after a kill; nothing is written in between."""
        self._kill_at, self._killed = "", False
        self.close()
        self.start(compare=compare)

    def settle(self) -> None:
        """Start once more and wait until the engine has done everything; nobody asks it for anything."""
        self.restart(compare=True)
        _join("beginning")
        for root in self.storage.roots.all():
            self.indexer._scheduler.wait_for(root.id, embedding=True)

    def close(self) -> None:
        """End the threads, those that load an encoder too."""
        self.core.close()
        _join("encoder")
        self.storage.close()


def _join(name: str) -> None:
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # the killed threads
@pytest.mark.examples
@settings(max_examples=examples(5, 12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTIONS)
def test_every_root_that_was_added_and_not_forgotten_is_complete(actions: list[tuple[str, str, str]]):
    folder = Path(tempfile.mkdtemp())
    machine = Machine(folder)
    try:
        for action in actions:
            machine.do(*action)
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


@pytest.mark.examples
@settings(max_examples=examples(2, 8), deadline=None)
@given(st.permutations(NAMES))
def test_no_step_of_a_later_root_waits_for_vectors_of_an_earlier_one(names: list[str]):
    folder = Path(tempfile.mkdtemp())
    machine = Machine(folder)
    try:
        machine.core.index([str(folder / name) for name in names], semantic=None)
        assert machine.without_graph == []
    finally:
        machine.close()
        shutil.rmtree(folder)
