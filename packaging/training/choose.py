"""Compares settings of the reader: ``packaging/training/choose.py --checkpoint DIR --replay DIR ...``.

Reads the replayed answers of each set (see ``tests/benchmarks/quality.py --replay``) with a checkpoint and prints
NDCG@10 and the share with an answer among the first three files, for each number of files and chunks that are
read, temperature, offset of documents, and weight of the reader. The checking repositories choose, and
the tables of the other sets show what a choice costs there.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))
sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))

import torch
from benchmarks.answers import replay
from benchmarks.answers.judging import Blend, Judged, Read, as_answered, blended, comparison, judged, mean
from benchmarks.answers.replay import Replayed

from search.service.reader_stage import with_documents
from training.model import PairTokens, load, logits

TEMPERATURES = (1.0, 2.0, 3.0, 4.0)
WEIGHTS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
OFFSETS = (0.0, 1.0, 2.0, 3.0, 4.0)
"""Added to the output for a document, which otherwise loses against code more often than it should."""


class Reads:
    """The outputs for the best chunks of the first files of each answer."""

    def __init__(
        self, checkpoint: Path, replays: Sequence[Replayed], files: int, chunks: int, *, bf16: bool
    ) -> None:
        self._replays = replays
        shown = [
            (
                answer.question.text,
                [passage for file in answer.files[:files] for passage in file.passages[:chunks]],
            )
            for answer in replays
        ]
        self._outputs = logits(load(checkpoint), PairTokens(), shown, bf16=bf16)
        self._chunks = chunks

    def scores(self, files: int, chunks: int, temperature: float, offset: float) -> Read:
        """Return one score in 0..1 for each of the first files of each answer: that of its best chunk."""
        reads: Read = {}
        for number, (answer, outputs) in enumerate(zip(self._replays, self._outputs, strict=True)):
            scores, start = [], 0
            for file in answer.files[:files]:
                count = len(file.passages[: self._chunks])
                output = max(outputs[start : start + count][:chunks], default=-60.0)
                scores.append(float(torch.sigmoid(torch.tensor(output / temperature))))
                start += count
            of_document = [file.document for file in answer.files[:files]]
            reads[number] = with_documents(
                scores, of_document, offset / temperature, keeps_them=not answer.is_request
            )
        return reads


def grid(replays: Sequence[Replayed], reads: Reads, files: Sequence[int], chunks: Sequence[int]) -> Iterator[str]:
    """Yield a table of all choices."""
    before = judged(replays, as_answered)
    yield f"as answered: {_figures(before)}"
    yield (
        "| files | chunks | temperature | documents | "
        + " | ".join(f"weight {weight}" for weight in WEIGHTS)
        + " |"
    )
    yield "|---" * (4 + len(WEIGHTS)) + "|"
    for count, best, temperature, offset in product(files, chunks, TEMPERATURES, OFFSETS):
        scores = reads.scores(count, best, temperature, offset)
        cells = [_figures(judged(replays, blended(scores, Blend(weight, count)))) for weight in WEIGHTS]
        yield f"| {count} | {best} | {temperature} | {offset} | {' | '.join(cells)} |"


def _figures(results: Sequence[Judged]) -> str:
    first = mean(results, lambda result: float(result.first))
    return f"{mean(results, lambda result: result.ndcg):.4f} / {first:.3f}"


def main() -> None:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True, help="of a training, or exported weights")
    parser.add_argument("--replay", type=Path, nargs="+", required=True, help="a folder with answers for each set")
    parser.add_argument("--files", type=int, nargs="*", default=[20, 30])
    parser.add_argument("--chunks", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--chosen", type=float, nargs=3, help="temperature, weight, offset of documents")
    parser.add_argument("--bf16", action="store_true", help="multiply in bfloat16")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    for folder in options.replay:
        replays = [answer for file in sorted(folder.glob("*.jsonl")) for answer in replay.read(file)]
        reads = Reads(options.checkpoint, replays, max(options.files), max(options.chunks), bf16=options.bf16)
        if options.chosen is None:
            print("\n".join([f"### {folder.name}", *grid(replays, reads, options.files, options.chunks)]))
            continue
        temperature, weight, offset = options.chosen
        scores = reads.scores(options.files[0], options.chunks[0], temperature, offset)
        after = judged(replays, blended(scores, Blend(weight, options.files[0])))
        print(comparison(folder.name, judged(replays, as_answered), after))


if __name__ == "__main__":
    main()
