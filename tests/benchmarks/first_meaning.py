"""Do half-indexed collections answer better with static vectors: ``python tests/benchmarks/first_meaning.py``.

A static vector of a chunk is the weighted mean of one vector for each of its tokens: what the encoder makes of it
alone, times its inverse frequency, through a linear map that is fitted to the chunks whose vectors are there.
No transformer is needed to compute it. The indexes are those that ``quality.py`` made, complete. In copies, the
vectors of a share of the files (in one random order) are kept, and those of the others are either missing, as
in the product, or static. All questions are asked through the service, without the reader.
"""

import argparse
import os
import random
import shutil
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[2] / "packaging"))

import numpy as np
import numpy.typing as npt
import torch
from benchmarks.answers.measure import CUTOFF
from benchmarks.answers.metric import among_first, ndcg
from benchmarks.answers.questions import CHECKING, OWN, UNSEEN, Repository, own
from training.model import HIDDEN, ReaderModel

from app.composition import hosted_core
from search.embedding.models import packaged_file
from search.embedding.reader_input import passage_text
from search.embedding.tokens import open_tokenizer
from search.errors import KnownError
from search.types.ids import ChunkId
from search.types.query import RankSettings, Rerank, SearchQuery

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
VARIANTS = ("missing", "static")
SEED = 28
CLS, SEP = 101, 102
READ_TOKENS = 256
RIDGE = 1.0
UNREAD = RankSettings(rerank=Rerank.NONE)

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of an index that have vectors.

    Attributes:
        tokens: numbers in the vocabulary, of each chunk.
        vectors: (chunks, dimension) of the encoder.
    """

    ids: tuple[ChunkId, ...]
    files: tuple[str, ...]
    tokens: tuple[tuple[int, ...], ...]
    vectors: Matrix


def chunks_of(index: Path) -> Chunks:
    """Read an index."""
    tokenizer = open_tokenizer(packaged_file("tokenizer.json"))
    ids, files, texts, vectors = [], [], [], []
    with hosted_core(index, config=None, serves=False, follows=False) as core:
        chunks = core._parts.storage.chunks
        vector_of = {
            name: vector
            for rows in chunks.vector_batches()
            for name, vector in zip(rows.embedded, rows.matrix, strict=True)
        }
        for name, row in chunks.rows(list(vector_of)).items():
            ids.append(name)
            files.append(row.file_id)
            texts.append(passage_text(row.path, row.header_path, row.text)[: 8 * READ_TOKENS])
            vectors.append(vector_of[name])
    encoded = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    return Chunks(
        tuple(ids), tuple(files), tuple(tuple(e.ids[:READ_TOKENS]) for e in encoded), np.array(vectors, np.float32)
    )


@torch.inference_mode()
def token_vectors(wanted: Sequence[int]) -> Matrix:
    """Return (tokens, 384): what the encoder makes of each token alone."""
    model, rows = ReaderModel(6).eval(), []
    for ids in torch.tensor(wanted).split(1024):
        inputs = torch.stack([torch.full_like(ids, CLS), ids, torch.full_like(ids, SEP)], 1)
        states = model.words[inputs] + model.types[0] + model.positions[:3]
        states = torch.nn.functional.layer_norm(states, (HIDDEN,), *model.norm, 1e-12)
        for layer in model.encoder["layer"]:
            states = layer(states, None, 0.0)
        rows.append(states.mean(1))
    return torch.cat(rows).numpy()


class Static:
    """Static vectors of the chunks of one index."""

    def __init__(self, chunks: Chunks) -> None:
        used = sorted({token for tokens in chunks.tokens for token in tokens})
        row_of = {token: row for row, token in enumerate(used)}
        table = token_vectors(used)
        self._listed = [[row_of[token] for token in tokens] for tokens in chunks.tokens]
        counts = np.zeros(len(used), np.float32)
        for rows in self._listed:
            counts[list(set(rows))] += 1
        weights = np.log((len(self._listed) + 1) / (counts + 0.5))
        self._chunks, self._weighted = chunks, table * weights[:, None]
        began = time.process_time()
        sums = np.array([self._weighted[rows].sum(0) for rows in self._listed])
        self.per_second = len(sums) / (time.process_time() - began)
        self._raw = _unit(sums)

    def fitted(self, known: Sequence[int]) -> Matrix:
        """Return (chunks, dimension) unit vectors, by a map that is fitted to the known rows, if any."""
        centred = self._raw - self._raw.mean(0)
        if not len(known):
            return _unit(centred)
        rows, target = centred[list(known)], self._chunks.vectors[list(known)]
        square = rows.T @ rows + RIDGE * np.eye(rows.shape[1], dtype=np.float32)
        return _unit(centred @ np.linalg.solve(square, rows.T @ (target - target.mean(0))) + target.mean(0))


def _unit(rows: Matrix) -> Matrix:
    return rows / np.maximum(1e-9, np.linalg.norm(rows, axis=1, keepdims=True))


def answered(
    index: Path, repository: Repository, written: Mapping[ChunkId, Matrix], work: Path
) -> tuple[float, float]:
    """Return NDCG@10 and the share with an answer among the first three, with these vectors in a copy."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(index, work)
    if written:
        with hosted_core(work, config=None, serves=False, follows=False) as core:
            core._parts.storage.chunks.put_vectors(written)
    scores = []
    with hosted_core(work, config=None, serves=False, follows=False) as core:
        for question in repository.questions:
            try:
                paths = [hit.path for hit in core.search(SearchQuery(question.text, UNREAD, top=CUTOFF)).files]
            except KnownError:
                paths = []
            scores.append((ndcg(paths, question), float(among_first(paths, question))))
    return statistics.mean(a for a, _ in scores), statistics.mean(b for _, b in scores)


def measured(options: argparse.Namespace) -> Iterator[tuple[str, float, str, float, float]]:
    """Yield repository, share with vectors, variant, NDCG@10 and first three."""
    named = {repository.name: repository for folder in (CHECKING, OWN, UNSEEN) for repository in own(folder)}
    for name in options.only:
        index = options.cache / f"{name}-whole"
        chunks = chunks_of(index)
        static = Static(chunks)
        print(f"{name}: {len(chunks.ids)} chunks, {static.per_second:.0f} static vectors a second", flush=True)
        files = sorted(set(chunks.files))
        random.Random(SEED).shuffle(files)
        for share in options.shares:
            waiting = set(files[round(share * len(files)) :])
            rows = [row for row, file in enumerate(chunks.files) if file in waiting]
            vectors = static.fitted([row for row, file in enumerate(chunks.files) if file not in waiting])
            for variant in VARIANTS if rows else VARIANTS[:1]:
                nothing = np.zeros(1, np.float32)
                written = {chunks.ids[row]: vectors[row] if variant == "static" else nothing for row in rows}
                yield name, share, variant, *answered(index, named[name], written, options.work / "copy")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--cache", type=Path, default=Path("build/quality"), help="where quality.py keeps its indexes"
    )
    parser.add_argument("--work", type=Path, default=Path("build/first-meaning"), help="for copies")
    parser.add_argument("--only", nargs="+", required=True, help="names of repositories")
    parser.add_argument("--shares", nargs="*", type=float, default=SHARES, help="of files with vectors")
    options = parser.parse_args()
    os.environ["DOWSE_ENGINE"] = "off"
    options.work.mkdir(parents=True, exist_ok=True)
    results: dict[tuple[float, str], list[tuple[float, float]]] = {}
    for name, share, variant, mean, first in measured(options):
        print(f"{name} {share:.2f} {variant}: {mean:.3f} {first:.3f}", flush=True)
        results.setdefault((share, variant), []).append((mean, first))
    print("| files with vectors | others | NDCG@10 | first 3 |\n|---|---|---|---|")
    for (share, variant), values in results.items():
        means = (statistics.mean(column) for column in zip(*values, strict=True))
        print(f"| {share:.0%} | {variant} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")


if __name__ == "__main__":
    main()
