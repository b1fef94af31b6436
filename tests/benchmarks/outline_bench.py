"""What the scanners of definitions save: reading Python and C# files for their words, with and without them.

Without its scanner the definitions of a file come from its syntax tree. Reads the folders that are given, else
the package asyncio of Python and the sample; prints processor time, so that a busy machine matters little.
"""

import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from results import Results
from source_chunks import quick

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer.discovery.finder import FileFinder
from indexer.pipeline.ports import Depth, LabelledFile, ReadRequest
from indexer.pipeline.reading import Reader, attempt
from resources.locate import resource
from search.types.files import Root
from search.types.ids import RootId

SCANNERS = {
    "python": "indexer.languages.python.extractor.python_outline",
    "csharp": "indexer.languages.csharp.extractor.csharp_outline",
}
MOST_FILES = 200 if quick() else 2_000
ROUNDS = 2 if quick() else 3


@contextmanager
def without_scanners() -> Iterator[None]:
    """Let the definitions of every file come from its syntax tree."""
    with mock.patch(SCANNERS["python"], return_value=None), mock.patch(SCANNERS["csharp"], return_value=None):
        yield


def processor_s(root: Root, files: Sequence[LabelledFile]) -> float:
    """Return the processor time of reading the files for their words."""
    reader, began = Reader(), time.process_time()
    for file in files:
        attempt(reader, root, ReadRequest(file, depth=Depth.TEXT))
    return time.process_time() - began


def main() -> None:
    """Read and print."""
    results = Results("outline")
    finder = FileFinder()
    folders = [Path(name) for name in sys.argv[1:]] or [
        Path(sysconfig.get_path("stdlib")) / "asyncio",
        resource("sample"),
    ]
    for folder in folders:
        root = Root(id=RootId("0" * 64), path=str(folder.resolve()), repository=folder.name, branch="-", inode=0)
        every = [LabelledFile(file, finder.label(root, file)) for file in finder.everything(root) if not file.skip]
        every = every[:MOST_FILES]
        scanned = [file for file in every if file.row.language in SCANNERS]
        if not scanned:
            continue
        processor_s(root, scanned[:20])
        with_them, without = [], []
        for _ in range(ROUNDS):
            with_them.append(processor_s(root, scanned))
            with without_scanners():
                without.append(processor_s(root, scanned))
        saved = min(without) - min(with_them)
        case = f"{folder.name}, {len(scanned)} files"
        results.row(case, "reading, s of processor time", min(with_them), ratio=min(without) / min(with_them))
        results.row(case, "saved, % of reading all files", 100.0 * saved / (processor_s(root, every) + saved))


if __name__ == "__main__":
    main()
