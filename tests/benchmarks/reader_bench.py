"""Time of an answer with the reader, over the time of the same answer without it, on the sample corpus.

Both answers take turns in one process. The reader is the one that this program carries; without weights one of the
same size with random numbers is measured, since the time does not depend on them. The limit after which a reading
is given up does not hold here.
"""

import hashlib
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from results import Results
from source_chunks import quick

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.composition import hosted_core  # noqa: E402
from resources.locate import resource  # noqa: E402
from search.embedding import reader_weights  # noqa: E402
from search.embedding.models import PACKAGED_SHA256  # noqa: E402
from search.service import reader_stage  # noqa: E402
from search.types.query import RankSettings, Rerank, SearchQuery  # noqa: E402

QUESTIONS = (
    "where is an order paid",
    "how does the worker retry a delivery that failed",
    "which table keeps the beans of a roast",
    "what happens when the queue is empty",
    "how are settings read from the environment",
    "who may see the invoices of a customer",
)
FILES = (20, 30)
LAYERS, HIDDEN, WIDE = 3, 384, 1536


def random_reader(folder: Path, files: int) -> None:
    """Write a reader of the usual size with random numbers."""
    random = np.random.default_rng(0)
    shapes: dict[str, tuple[int, ...]] = {"reader.dense": (HIDDEN, HIDDEN), "reader.out": (1, HIDDEN)}
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        parts = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense")
        shapes |= {f"{name}.{part}": (HIDDEN, HIDDEN) for part in parts}
        shapes |= {f"{name}.intermediate.dense": (WIDE, HIDDEN), f"{name}.output.dense": (HIDDEN, WIDE)}
        shapes |= {f"{name}.{part}.LayerNorm": (HIDDEN,) for part in ("attention.output", "output")}
    header, data = {}, b""
    for name, shape in shapes.items():
        for end, size in (("weight", shape), ("bias", shape[:1])):
            array = (random.standard_normal(size) * 0.05).astype(np.float16)
            offsets = [len(data), len(data) + array.nbytes]
            header[f"{name}.{end}"] = {"dtype": "F16", "shape": list(size), "data_offsets": offsets}
            data += array.tobytes()
    text = json.dumps(header).encode()
    whole = len(text).to_bytes(8, "little") + text + data
    (folder / reader_weights.WEIGHTS).write_bytes(whole)
    info = {"version": 1, "layers": LAYERS, "heads": 12, "max_tokens": 192, "head": "cls", "temperature": 1.0}
    info |= {"weight": 0.1, "files": files, "chunks": 1, "encoder_sha256": PACKAGED_SHA256}
    info |= {"sha256": hashlib.sha256(whole).hexdigest()}
    (folder / reader_weights.INFO).write_text(json.dumps(info), "utf-8")


def measured(index: Path, sample: Path, rounds: int) -> tuple[float, float, float]:
    """Return the medians in milliseconds: without reading, with it, and of the reading alone."""
    plain, read, alone = [], [], []
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        core.index([str(sample)])
        for number in range(rounds):
            for question in QUESTIONS:
                for settings, times in ((RankSettings(rerank=Rerank.NONE), plain), (RankSettings(), read)):
                    began = time.perf_counter()
                    result = core.search(SearchQuery(question, settings))
                    if number:  # the first round loads both models
                        times.append((time.perf_counter() - began) * 1000)
                if number:
                    alone.append(float(result.reading.values.get("ms", 0.0)))
    return statistics.median(plain), statistics.median(read), statistics.median(alone)


def main() -> None:
    """Measure each number of files."""
    results = Results("reader")
    reader_stage.LIMIT_S = 60.0
    rounds = 3 if quick() else 6
    shipped = reader_weights.reader_files(None)
    with tempfile.TemporaryDirectory() as scratch:
        for files in (shipped.info.files,) if shipped else FILES:
            folder = Path(scratch) / f"reader {files}"
            if shipped is None:
                folder.mkdir()
                random_reader(folder, files)
                reader_weights.resources_below = lambda _name, folder=folder: sorted(folder.iterdir())
            plain, read, alone = measured(Path(scratch) / f"index {files}", resource("sample"), rounds)
            case = f"{files} files, {'shipped' if shipped else 'random'} weights"
            results.row(case, "an answer without reading, ms", plain)
            results.row(case, "an answer with reading, ms", read, ratio=plain / read)
            results.row(case, "of it the reading, ms", alone)


if __name__ == "__main__":
    main()
