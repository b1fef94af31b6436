"""Work that a full disk stopped is taken up again, all of it."""

from pathlib import Path

from indexer.pipeline.control import Control
from indexer.pipeline.pending_work import AGAIN_SECONDS, PendingWork
from search.messages import Message
from search.types.files import Root
from search.types.ids import path_hash

FULL = Message("index.little_room", folder=Path("/index"), size=0.0)


def stopped(*, graph: bool, embedding: bool) -> PendingWork:
    work = PendingWork(Root(path_hash("/code"), "/code", "code", "-"), Control().begin())
    work.graph, work.embedding = graph, embedding
    work.stop(FULL, 0.0)
    return work


def test_what_was_stopped_waits_a_minute() -> None:
    work = stopped(graph=True, embedding=True)
    work.go_on(AGAIN_SECONDS - 1)
    assert not work.lacks(embedding=True)
    work.go_on(AGAIN_SECONDS)
    assert (work.graph, work.history, work.embedding) == (True, False, True)


def test_what_was_stopped_is_not_forgotten_when_a_file_is_saved_meanwhile_and_cannot_be_written_either() -> None:
    work = stopped(graph=False, embedding=True)
    work.history = True
    work.stop(FULL, 30.0)
    work.go_on(30.0 + AGAIN_SECONDS)
    assert (work.graph, work.history, work.embedding) == (False, True, True)
