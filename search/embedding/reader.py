"""The reader: it reads a question and a passage together and says how well the passage answers."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from search.atomic_write import sweep
from search.embedding.batching import by_length, clean
from search.embedding.bert import BertGraph
from search.embedding.cache import Remembered
from search.embedding.compiled import compiled_model, reason_of, runtime
from search.embedding.converted import INFO, TOKENIZER, WEIGHTS, XML, Converted, ConvertedInfo, made, read
from search.embedding.lanes import Lanes, Tokens, Vectors
from search.embedding.mapped_pages import let_go, read_only_ranges
from search.embedding.models import packaged_file
from search.embedding.precision import measured_precision
from search.embedding.reader_input import QUESTION_TOKENS, pair_tokens
from search.embedding.reader_weights import ReaderFiles, ReaderInfo
from search.embedding.settings import Precision
from search.embedding.tokens import open_tokenizer
from search.errors import ModelError

if TYPE_CHECKING:
    from openvino import Model

_FOLDER = "reader-"
"""Start of the name of a folder in the cache."""

_OLD_S = 7 * 86_400.0
"""Age of a folder with other weights that is deleted; a younger one may be of another installed version."""

_GRAPH = 2
"""Raised when the network is built differently: data written before is not used then."""

_BATCH = 4
"""Passages of a batch: a newer question waits for at most one batch on each core, about 20 ms."""

_LENGTH_STEP = 16
"""Batches are filled up to a multiple of this many tokens, so that the runtime meets few lengths."""

_WARM_LENGTHS = (64, 192)

_TEXT_CHARACTERS = 1_200
"""Characters of a passage that are tokenized at first; most fill the sequence with less."""

_SAMPLE = ["the lease is renewed before it expires, or the lock is given to whoever waits for it " * 8] * 8


class ReadingStoppedError(ModelError):
    """A reading was stopped between two batches."""


class Reader:
    """Scores passages; any number of threads may ask, and one after the other is answered.

    Args:
        info: description of the weights.
        model: what `prepared` wrote.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.

    Raises:
        ModelError: the files cannot be loaded, or the runtime cannot compute with them.
    """

    def __init__(self, info: ReaderInfo, model: Converted, precision: Precision, threads: int = 0) -> None:
        self.info = info
        self._tokenizer = open_tokenizer(model.folder / TOKENIZER)
        self._weights = model.folder / WEIGHTS
        before = read_only_ranges(self._weights)
        self._lanes = Lanes(compiled_model(model, precision, threads))
        self._mapped = read_only_ranges(self._weights) - before
        with _computing():
            for length in _WARM_LENGTHS:
                self._lanes.single(np.zeros((1, length), np.int64), np.ones((1, length), np.int64))
        let_go(self._weights, self._mapped)

    def logits(
        self, question: str, passages: Sequence[str], stopped: Callable[[], bool] = lambda: False
    ) -> list[float]:
        """Return the output for each passage: the higher, the better it answers.

        Args:
            question: any text; its first tokens are read.
            passages: what `search.embedding.reader_input.passage_text` gives.
            stopped: is asked before each batch.

        Raises:
            ReadingStoppedError: ``stopped`` said yes.
            ModelError: the runtime cannot compute it.
        """
        words = self._tokens(question[: 32 * QUESTION_TOKENS])[:QUESTION_TOKENS]
        pairs = [pair_tokens(words, self._passage_tokens(passage), self.info.max_tokens) for passage in passages]
        outputs = np.zeros(len(pairs), np.float32)

        def inputs(batch: list[int]) -> tuple[Tokens, Tokens]:
            if stopped():
                raise ReadingStoppedError("reader.stopped")
            return _filled([pairs[index] for index in batch])

        def take(batch: list[int], computed: Vectors) -> None:
            outputs[batch] = computed[:, 0]

        lengths = [len(tokens) for tokens, _ in pairs]
        with _computing():
            self._lanes.each(list(by_length(lengths, _BATCH, _BATCH * self.info.max_tokens)), inputs, take)
        let_go(self._weights, self._mapped)
        return [float(output) for output in outputs]

    def scores(
        self, question: str, passages: Sequence[str], stopped: Callable[[], bool] = lambda: False
    ) -> list[float]:
        """Return one score in 0..1 for each passage, calibrated by the temperature; see `logits`."""
        outputs = np.array(self.logits(question, passages, stopped), np.float64) / self.info.temperature
        return [float(score) for score in 1.0 / (1.0 + np.exp(-np.clip(outputs, -60.0, 60.0)))]

    def _passage_tokens(self, passage: str) -> list[int]:
        start = self._tokens(passage[:_TEXT_CHARACTERS])
        enough = len(start) > self.info.max_tokens or len(passage) <= _TEXT_CHARACTERS
        return start if enough else self._tokens(passage)

    def _tokens(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(clean(text), add_special_tokens=False).ids
        return ids


@contextmanager
def _computing() -> Iterator[None]:
    """Turn an error of the runtime into one that names the remedy."""
    try:
        yield
    except RuntimeError as error:
        raise ModelError("reader.failed", reason=reason_of(error)) from error


def open_reader(
    files: ReaderFiles, cache: Path, precision: Precision = Precision.AUTO, threads: int = 0
) -> Reader:
    """Return the reader, computing as is fastest on this processor unless a precision is chosen.

    Args:
        files: the weights.
        cache: folder for the network as the runtime reads it.
        precision: of the arithmetic.
        threads: 0 for one on each physical core.

    Raises:
        ModelError: a file cannot be read or written, or it is not whole.
    """
    model = prepared(files, cache)
    if precision is Precision.AUTO:
        precision = measured_precision(
            model.folder.name,
            Remembered(cache),
            lambda choice: _reading(Reader(files.info, model, choice, threads)),
        )
    return Reader(files.info, model, precision, threads)


def prepared(files: ReaderFiles, cache: Path) -> Converted:
    """Return the network as the runtime reads it, in a folder of the cache; it is written once, in about 1 s.

    Those of other weights are deleted then if they are old.

    Raises:
        ModelError: a file cannot be read or written, or it is not whole.
    """
    target = cache / f"{_FOLDER}{files.info.sha256[:32]}-{_GRAPH}"
    network = read(target)
    if network is None:
        sweep(cache, older_than_s=_OLD_S, is_left=lambda name: name.startswith(_FOLDER) and name != target.name)
        network = made(target, lambda draft: _write(files, draft))
    return network


def _reading(reader: Reader) -> Callable[[], object]:
    return lambda: reader.logits("where is the lease renewed", _SAMPLE)


def _write(files: ReaderFiles, folder: Path) -> None:
    try:
        runtime().save_model(reader_graph(files), folder / XML, compress_to_fp16=True)
    except (RuntimeError, KeyError, MemoryError) as error:
        raise ModelError("reader.not_loadable", file=files.path, reason=reason_of(error)) from error
    shutil.copyfile(packaged_file(TOKENIZER), folder / TOKENIZER)
    info = ConvertedInfo(files.shape.hidden, files.info.max_tokens, 0)
    (folder / INFO).write_text(json.dumps(info.as_json(folder)), "utf-8")


def reader_graph(files: ReaderFiles) -> "Model":
    """Return the network: token ids and kinds of shape (texts, tokens) to (texts, 1).

    The kind of a token is 0 for one that only fills up, 1 for one of the question and 2 for one of the passage.

    Raises:
        ModelError: a file cannot be read or is not whole.
        KeyError: the weights lack an array.
    """
    ov = runtime()
    ops = ov.opset13
    ids = ops.parameter([-1, -1], np.int64, "input_ids")
    kinds = ops.parameter([-1, -1], np.int64, "token_kinds")
    graph = BertGraph(files.tensors(), files.shape)
    types = ops.convert(ops.equal(kinds, np.int64(2)), "i64")
    attended = ops.not_equal(kinds, np.int64(0))
    states = graph.encoded(graph.embedded(ids, types), attended, first_alone=True)
    first = ops.gather(states, np.array(0), np.array(1))
    output = graph.linear("reader.out", ops.tanh(graph.linear("reader.dense", first)))
    return ov.Model([ops.result(output)], [ids, kinds], "reader")


def _filled(pairs: Sequence[tuple[list[int], list[int]]]) -> tuple[Tokens, Tokens]:
    """Return token ids and kinds of sequences, each filled up to the length of the longest."""
    width = -(-max(len(tokens) for tokens, _ in pairs) // _LENGTH_STEP) * _LENGTH_STEP
    ids = np.zeros((len(pairs), width), np.int64)
    kinds = np.zeros_like(ids)
    for row, (tokens, types) in enumerate(pairs):
        ids[row, : len(tokens)] = tokens
        kinds[row, : len(tokens)] = np.array(types) + 1
    return ids, kinds
