"""Every change that an indexing makes to its index folder, counted and reached one by one.

The n-th change fails as on a full disk, or with an input error, or the process is killed there, or the power goes:
then what was written and not synchronised is cut, emptied or dropped. After each of them a second run has to end
with the rows of an undisturbed index. ``shim.c`` counts the changes.
"""

import ctypes
import errno
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.faults.outcome import Outcome, not_run
from tests.faults.trees import Tree

SHIM = Path(__file__).with_name("shim.c")
KILL = 0
"""In place of an error number."""

NEVER = -1
SETTINGS = "[embeddings]\nsemantic = true\n"
RUN_S = 120.0


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens at the n-th change.

    Attributes:
        number: an errno, or `KILL`.
        lasts: whether all later changes fail too, as on a full disk.
        is_torn: whether afterwards what was not synchronised is taken away.
        lacks: what the process is given less of, for the whole run: `LACKS`.
    """

    name: str
    number: int
    lasts: bool = False
    is_torn: bool = False
    lacks: str = ""


FAULTS = (
    Fault("disk full from the n-th change on", errno.ENOSPC, lasts=True),
    Fault("the n-th change fails with EIO", errno.EIO),
    Fault("quota used up from the n-th change on", errno.EDQUOT, lasts=True),
    Fault("read-only from the n-th change on", errno.EROFS, lasts=True),
    Fault("killed at the n-th change", KILL),
    Fault("power lost at the n-th change", KILL, is_torn=True),
)


LACKS = tuple(
    Fault(name, KILL, lacks=what)
    for name, what in (
        *((f"no more than {count} descriptors", f"descriptors {count}") for count in (24, 32, 48, 64, 96)),
        *((f"no more than {size} MB of memory beyond the start", f"memory {size}") for size in (20, 60, 200)),
        ("a file system without locks", "locks"),
        ("a file system whose files cannot be mapped", "maps"),
    )
)
"""Faults of a whole run, which no change of the index folder brings about."""


@dataclass(slots=True)
class _Tally:
    times: int = 0
    lost: int = 0
    surplus: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    renewed: int = 0


class Points:
    """An index with some files, and a tree that has changed since it was made.

    Args:
        folder: for everything.
        shim: the compiled library.
    """

    def __init__(self, folder: Path, seed: int, shim: Path) -> None:
        self._folder = folder
        self._random = random.Random(seed)
        self._tree = Tree(folder / "tree", 8, seed)
        self._template = folder / "template"
        self._index = folder / "index"
        self._expected = folder / "expected.pickle"
        self._journal = folder / "journal"
        self._runner = _Runner(shim)
        self._run(self._template, NEVER, KILL, "index")
        self._tree.alter(6)
        shutil.copytree(self._template, self._index)
        self.count = int(self._run(self._index, NEVER, KILL, "index")["count"])
        self._run(self._index, NEVER, KILL, f"write {self._expected}")

    def close(self) -> None:
        """End the process that runs are forked from."""
        self._runner.close()

    def outcome(self, fault: Fault, step: int) -> Outcome:
        """Bring a fault about at every ``step``-th change and return what became of the index."""
        tally = _Tally()
        for nth in range(self._random.randrange(step), self.count, step):
            self._once(fault, nth, tally)
        endings = ", ".join(f"{text}: {count}" for text, count in sorted(tally.endings.items()))
        renewed = f"the index was set aside and made again {tally.renewed} times"
        noted = (f"{tally.times} of {self.count} changes; the run ended with {endings}; {renewed}",)
        wrong = tuple(dict.fromkeys(tally.wrong))[:8]
        return Outcome(fault.name, tally.times, tally.lost, tally.surplus, tuple(tally.seconds), wrong, noted)

    def lacking(self, fault: Fault) -> Outcome:
        """Run once with less of something and return what became of the index."""
        tally = _Tally()
        self._once(fault, NEVER, tally)
        if fault.lacks.startswith("memory"):  # the libraries end the process, as the system would
            tally.wrong = [text for text in tally.wrong if "afterwards" in text or "surplus" in text]
        noted = (f"the run ended with {', '.join(tally.endings)}",)
        return Outcome(fault.name, 1, tally.lost, tally.surplus, tuple(tally.seconds), tuple(tally.wrong), noted)

    def _once(self, fault: Fault, nth: int, tally: _Tally) -> None:
        shutil.rmtree(self._index, ignore_errors=True)
        shutil.copytree(self._template, self._index)
        self._journal.unlink(missing_ok=True)
        ending = self._run(self._index, nth, fault.number, "index", lasts=fault.lasts, lacks=fault.lacks)
        tally.times += 1
        tally.endings[ending["kind"]] = tally.endings.get(ending["kind"], 0) + 1
        if ending["kind"] == "bug":
            tally.wrong.append(f"change {nth}: {ending['text']}")
        if fault.is_torn:
            tear(self._journal, self._random)
            _start_again(self._index)
        begun = time.monotonic()
        recovered = self._run(self._index, NEVER, KILL, f"compare {self._expected}")
        tally.seconds.append(time.monotonic() - begun)
        if recovered["kind"] != "well":
            tally.wrong.append(f"change {nth}: afterwards {recovered.get('text', recovered['kind'])}")
            return
        tally.renewed += bool(recovered.get("renewed"))
        if recovered.get("renewed") and ending["kind"] in ("well", "killed"):
            tally.wrong.append(f"change {nth}: damaged, and nothing was said")
        tally.lost += len(recovered["missing"])
        tally.surplus += len(recovered["surplus"])
        tally.wrong += [f"change {nth}: missing {row}" for row in recovered["missing"][:2]]
        tally.wrong += [f"change {nth}: surplus {row}" for row in recovered["surplus"][:2]]

    def _run(
        self, index: Path, nth: int, number: int, work: str, *, lasts: bool = False, lacks: str = ""
    ) -> dict[str, object]:
        return self._runner.run(
            {
                "index": str(index),
                "tree": str(self._tree.folder),
                "nth": nth,
                "number": number,
                "lasts": lasts,
                "lacks": lacks,
                "work": work,
                "journal": str(self._journal),
            }
        )


class _Runner:
    """A process with the shim that has imported everything, and forks a child for each run."""

    def __init__(self, shim: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LD_PRELOAD": str(shim)},
        )

    def run(self, request: dict[str, object]) -> dict[str, object]:
        """Return how a run ended: well, with a known error, with a bug, killed, or not at all."""
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        with self._process:
            self._process.stdin.close()


def tear(journal: Path, source: random.Random) -> None:
    """Take away what the journal does not show as synchronised: a file is cut, zeroed, emptied, gone, or whole."""
    unsynced: dict[str, bool] = {}
    for line in journal.read_text("utf-8", "surrogateescape").splitlines() if journal.exists() else ():
        kind, path, other = line.split("\t")
        if kind in "WC":
            unsynced[path] = unsynced.get(path, False) or kind == "C"
        elif kind == "S":
            unsynced.pop(path, None)
        elif kind in "RL" and path in unsynced:
            unsynced[other] = unsynced.pop(path) if kind == "R" else unsynced[path]
    for name in sorted(unsynced):
        path = Path(name)
        if path.is_file():
            _tear_file(path, source, is_new=unsynced[name])


def _start_again(index: Path) -> None:
    """Make the checkpoint one of a machine that was started again since."""
    file = index / "checkpoint.json"
    if file.exists():
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "boot": "an earlier one"}), "utf-8")


def _tear_file(path: Path, source: random.Random, *, is_new: bool) -> None:
    size = path.stat().st_size
    how = source.choice(("whole", "cut", "zeroed", "empty", "gone" if is_new else "cut"))
    if how == "gone":
        path.unlink()
    elif how != "whole":
        length = 0 if how == "empty" else source.randrange(size + 1)
        with path.open("r+b") as file:
            file.truncate(length)
            if how == "zeroed":
                file.truncate(size)


def built(folder: Path) -> Path | None:
    """Return the compiled shim, or nothing where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        return None
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"], check=True)
    return library


def point_outcomes(folder: Path, seed: int, runs: int) -> Iterator[Outcome]:
    """Yield what became of the index after each kind of fault, at about so many changes of each."""
    shim = built(folder)
    if shim is None:
        yield not_run("faults at counted changes", "there is no C compiler for the shim")
        return
    points = Points(folder / "points", seed, shim)
    try:
        for fault in FAULTS:
            yield points.outcome(fault, max(1, points.count // runs))
        for fault in LACKS:
            yield points.lacking(fault)
    finally:
        points.close()


def _serve() -> None:
    """Fork a child for each request on standard input, and print how it ended."""
    import tests.faults.killing  # noqa: F401 -- loads the program before the first fork, since it takes seconds

    warnings.simplefilter("ignore", RuntimeWarning)  # the database warns of forks; nothing was opened yet
    for line in sys.stdin:
        request = json.loads(line)
        reads, writes = os.pipe()
        child = os.fork()
        if not child:
            os.close(reads)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            _answer(writes, partial(_work, request))
        os.close(writes)
        print(json.dumps(_ending(child, reads)), flush=True)


def _ending(child: int, reads: int) -> dict[str, object]:
    with os.fdopen(reads) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return {"kind": "killed" if name == "SIGKILL" else "bug", "text": f"ended by {name}"}
    return json.loads(text) if text else {"kind": "bug", "text": f"ended with {os.WEXITSTATUS(status)}"}


def _answer(writes: int, work: Callable[[], dict[str, object]]) -> None:
    signal.alarm(int(RUN_S))
    from search.errors import KnownError

    try:
        answer = work()
    except KnownError as error:
        answer = {"kind": "known error", "text": error.one_line()}
    except BaseException as error:  # noqa: BLE001 -- every other failure is what is looked for
        answer = {"kind": "bug", "text": f"{type(error).__name__}: {error}"[:300]}
    with os.fdopen(writes, "w") as file:
        file.write(json.dumps(answer))
    os._exit(0)


def _work(request: dict[str, object]) -> dict[str, object]:
    from app import composition
    from indexer.pipeline.indexer import Indexer
    from search.errors import IndexDamagedError
    from search.storage import maintenance
    from search.storage.layout import Layout
    from search.storage.recovery import renew
    from tests.fakes.encoder import BagOfWordsEncoder

    maintenance.COMPACT_ABOVE_FRAGMENTS = 1
    composition.open_encoder = lambda *_: BagOfWordsEncoder()
    composition.Indexer = type("TidyIndexer", (Indexer,), {"index": _index_and_tidy})
    index = Path(str(request["index"]))
    config = index.with_name("config.toml")
    config.write_text(SETTINGS)
    library = ctypes.CDLL(None)
    library.fault_arm.argtypes = (ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.c_int, ctypes.c_char_p)
    log = os.fsencode(str(request["journal"])) if request["nth"] != NEVER else b""
    below = os.fsencode(f"{index}{os.sep}")
    library.fault_arm(below, int(request["nth"]), int(request["number"]), int(request["lasts"]), log)
    _take_away(library, str(request["lacks"]))
    library.fault_count.restype = ctypes.c_long
    work, _, file = str(request["work"]).partition(" ")
    if work == "index":
        _index(index, config, str(request["tree"]))
        return {"kind": "well", "count": library.fault_count()}
    try:
        _index(index, config, str(request["tree"]))
        return {"kind": "well", **_rows(index, work, Path(file))}
    except IndexDamagedError:  # what the next engine does then: it says so, and reads the files again
        renew(Layout(index))
        _index(index, config, str(request["tree"]))
        return {"kind": "well", "renewed": True, **_rows(index, work, Path(file))}


def _take_away(library: ctypes.CDLL, what: str) -> None:
    """Give this process less of something from now on."""
    import resource

    name, _, amount = what.partition(" ")
    if name == "descriptors":
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(amount), int(amount)))
    elif name == "memory":
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        limit = pages * resource.getpagesize() + int(amount) * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    library.fault_refuse(name == "locks", name == "maps")


def _index_and_tidy(indexer: Any, *folders: Any, **options: Any) -> Any:
    """Do in the place of an indexer's `index` what follows it in idle time too."""
    report = super(type(indexer), indexer).index(*folders, **options)
    indexer._maintain()
    return report


def _index(index: Path, config: Path, tree: str) -> None:
    from app.composition import hosted_core

    with hosted_core(index, config=config, serves=False, follows=False) as core:
        core.index([tree], semantic=True)


def _rows(index: Path, work: str, file: Path) -> dict[str, object]:
    """Write the rows of an index to a file, or compare them with those that were written."""
    from search.storage.storage import Storage
    from tests.faults.contents import difference, duplicates, rows_of
    from tests.faults.killing import VERSIONS

    storage = Storage(index, VERSIONS)
    rows, twice = rows_of(storage), duplicates(storage.database)
    storage.close()
    if work == "write":
        file.write_bytes(pickle.dumps(rows))
        return {}
    differs = difference(rows, pickle.loads(file.read_bytes()))
    return {"missing": list(differs.missing), "surplus": [*differs.surplus, *twice]}


if __name__ == "__main__":
    _serve()
