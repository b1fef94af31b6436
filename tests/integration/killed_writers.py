"""Processes that are killed between writing a file of an index and giving it its name.

``python -P tests/integration/killed_writers.py INDEX FOLDER`` forks one for each such file and prints its name.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.engine.address import new_key
from app.engine.lock import WriterLock
from search.retrieval import stored_catalogue, stored_shown
from search.retrieval.bm25 import LexicalIndex
from search.storage.graph_provenance import GraphMarks
from search.storage.histories import Histories, History
from search.storage.layout import Layout
from search.storage.roots import RootsFile
from search.storage.versions import Versions, write_text, write_versions
from search.types.ids import RootId

ROOT = RootId("root")


def writers(layout: Layout, folder: Path) -> Mapping[str, Callable[[], object]]:
    """Return what writes each file."""
    postings = LexicalIndex.build([("chunk", "lease voucher")])
    return {
        "index.json": lambda: write_versions(layout, Versions(), write_text),
        "roots.json": lambda: RootsFile(layout).add(folder),
        "graphs.json": lambda: GraphMarks(layout).put({ROOT: "digest"}),
        "engine.json": WriterLock(layout.folder, program="1").acquire,
        "engine.key": lambda: new_key(layout.folder),
        "histories/root.json": lambda: Histories(layout).put(ROOT, History("head", ())),
        "histories/root/manifest.json": lambda: postings.save(layout.histories / "root", "1"),
        "keyword/manifest.json": lambda: postings.save(layout.keyword, "1"),
        "catalogue/manifest.json": lambda: stored_catalogue.write(
            layout.catalogue, lambda _: stored_catalogue.NO_FILES, "1"
        ),
        "shown/manifest.json": lambda: stored_shown.new(layout.shown).save("1", {}),
    }


def killed(write: Callable[[], object]) -> bool:
    """Return whether a process that writes was killed before it could rename anything."""
    child = os.fork()
    if not child:
        Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        write()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def main() -> None:
    """Kill one writer after the other."""
    for name, write in writers(Layout(Path(sys.argv[1])), Path(sys.argv[2])).items():
        if killed(write):
            print(name)


if __name__ == "__main__":
    main()
