"""Engines as the program starts them, but vectors need no model, they compact at once, and one process reads.

``python -P tests/faults/eager_engine.py`` imports everything once, then forks an engine for each line of its
input, which is an index folder, and answers with the engine's process id. With its input it ends, and all engines.
"""

import contextlib
import importlib
import os
import signal
import sys
import warnings
from functools import partial
from pathlib import Path

UPKEEP_SECONDS = 0.05

USED_LATER = (
    *("indexer.facts.extract", "indexer.pipeline.branch_graph", "indexer.resolve.build", "markdown_it"),
    *("rapidfuzz.fuzz", "rapidfuzz.process", "lancedb.embeddings", "watchdog.observers", "numpy.random"),
    *("indexer.languages.python.extractor", "indexer.languages.markdown.extractor", "tree_sitter_python"),
)
"""What an engine imports at work, a third of its processor time for a small tree; none of it starts a thread."""


def main() -> None:
    """Fork engines until nobody asks any more."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import app.composition  # noqa: F401 -- loaded before the first fork, since it takes seconds

    for name in USED_LATER:
        importlib.import_module(name)
    warnings.simplefilter("ignore", RuntimeWarning)  # the database warns of forks; nothing was opened yet
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    engines = []
    for line in sys.stdin:
        engine = os.fork()
        if not engine:
            _be_engine(Path(line.rstrip("\n")))
        engines.append(engine)
        sys.stdout.write(f"{engine}\n")
        sys.stdout.flush()
    for engine in engines:
        with contextlib.suppress(ProcessLookupError):
            os.kill(engine, signal.SIGKILL)


def _be_engine(index: Path) -> None:
    from app import composition
    from indexer.pipeline import reading_pool
    from indexer.pipeline.indexer import Indexer
    from search.errors import KnownError
    from search.storage import maintenance
    from tests.fakes.encoder import BagOfWordsEncoder

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    maintenance.COMPACT_ABOVE_FRAGMENTS = 1
    composition.open_encoder = lambda *_: BagOfWordsEncoder()
    reading_pool.process_count = lambda _: 1  # each takes seconds to start, and after a kill all files are read so
    composition.Indexer = partial(Indexer, upkeep_seconds=UPKEEP_SECONDS)
    try:
        composition.run_engine(index, config=None, keep=True, grace_s=None)
    except KnownError as error:
        sys.stderr.write(f"{error.one_line()}\n")
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
