"""Time of an answer with the reader, over the time of the same answer without it, on the sample corpus.

Both answers take turns in one process. The limit after which a reading is given up does not hold here.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from results import Results
from source_chunks import quick

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.composition import hosted_core  # noqa: E402
from resources.locate import resource  # noqa: E402
from search.embedding.reader_weights import reader_files  # noqa: E402
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
    """Measure the reader of this checkout."""
    results = Results("reader")
    reader_stage.LIMIT_S = 60.0
    rounds = 3 if quick() else 6
    shipped = reader_files(None)
    if shipped is None:
        sys.exit("This checkout carries no weights for the reader.")
    with tempfile.TemporaryDirectory() as scratch:
        plain, read, alone = measured(Path(scratch) / "index", resource("sample"), rounds)
    case = f"{shipped.info.files} files, shipped weights"
    results.row(case, "an answer without reading, ms", plain)
    results.row(case, "an answer with reading, ms", read, ratio=plain / read)
    results.row(case, "of it the reading, ms", alone)


if __name__ == "__main__":
    main()
