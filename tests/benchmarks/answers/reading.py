"""The order that the packaged reader gives to replayed answers."""

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.answers.judging import Blend, Read, blended, is_read
from benchmarks.answers.replay import Replayed

from resources.locate import resources_below
from search.embedding.cache import Remembered


def packaged_order(replays: Sequence[Replayed], cache: Path) -> Callable[[int, Replayed], list[str]] | None:
    """Return the order of the reader that this installation carries; None if it carries none."""
    if not list(resources_below("reader")):
        return None
    from search.embedding.reader import open_reader
    from search.embedding.reader_weights import reader_files
    from search.service.reader_stage import with_documents

    files = reader_files(Remembered(cache))
    if files is None:
        return None
    reader, info = open_reader(files, cache), files.info
    reads: Read = {}
    for number, replay in enumerate(replays):
        if not is_read(replay):
            continue
        first = [file.passages[: info.chunks] for file in replay.files[: info.files]]
        scores = iter(reader.scores(replay.question.text, [passage for passages in first for passage in passages]))
        best = [max((next(scores) for _ in passages), default=0.0) for passages in first]
        of_document = [file.document for file in replay.files[: info.files]]
        offset = info.documents / info.temperature
        reads[number] = with_documents(best, of_document, offset, keeps_them=not replay.is_request)
    return blended(reads, Blend(info.weight, info.files))
