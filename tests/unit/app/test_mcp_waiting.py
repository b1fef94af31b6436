"""An agent waits for indexing: progress comes while there is some, and the wait ends by itself."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client

from app.mcp.boundary import Boundary
from app.mcp.disclosure_log import DisclosureLog
from app.mcp.failures import Failures
from app.mcp.scope import ClientScope
from app.mcp.server import make_server
from app.mcp.waiting import is_ready, wait_until_ready
from search.events import FilesChanged, Progress
from search.types.filters import OWNER, Access
from search.types.query import RankSettings
from search.types.results import Ready
from search.types.status import Activity, IndexStatus, Step
from tests.fakes.core import EchoCore

DONE = Ready(names=1.0, keyword=1.0, graph=1.0, semantic=1.0)


class GrowingCore(EchoCore):
    """Is ready after it told of so much work."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = Ready()
        self.index(["/docs"])

    def status(self, access: Access, /) -> IndexStatus:
        return replace(super().status(access), ready=self.ready)

    def work(self) -> None:
        """Index, as soon as somebody listens."""
        while not self.listeners:
            self.gate.wait(0.005)
        for share in (0.5, 0.25, 1.0):
            self.tell(
                Progress(
                    Activity("words", int(share * 8), 8, folder="docs", position=1, folders=1),
                    Ready(keyword=share),
                )
            )
            self.tell(FilesChanged(("a.py",)))
        self.ready = DONE
        self.tell(Progress(Activity(), DONE))


def test_the_wait_ends_with_the_work_and_tells_a_share_that_never_falls() -> None:
    core = GrowingCore()
    messages: list[tuple[float, str]] = []
    worker = threading.Thread(target=core.work)
    worker.start()
    wait_until_ready(core, OWNER, 60.0, lambda share, text: messages.append((share, text)), meaning=True)
    worker.join()
    shares = [share for share, _ in messages]
    assert shares == sorted(shares)
    assert messages[0] == (0.5 / 3, "docs: words 4 of 8 files")
    assert core.listeners == 0


def test_what_is_ready_or_empty_is_not_waited_for() -> None:
    core = GrowingCore()
    core.ready = DONE
    wait_until_ready(core, OWNER, 60.0, lambda *_message: None, meaning=True)
    wait_until_ready(EchoCore(), OWNER, 60.0, lambda *_message: None, meaning=True)


@pytest.mark.parametrize("step", [Step.HISTORY, Step.RECENT, Step.MEANING])
def test_meaning_is_waited_for_where_that_is_wanted(step: Step) -> None:
    status = replace(GrowingCore().status(OWNER), ready=replace(DONE, semantic=0.4), activity=Activity(step, 3, 8))
    assert is_ready(status, meaning=False)
    assert not is_ready(status, meaning=True)


@pytest.mark.parametrize("step", [Step.NAMES, Step.WORDS, Step.GRAPH])
def test_what_is_being_read_is_waited_for_in_any_case(step: Step) -> None:
    status = replace(GrowingCore().status(OWNER), ready=DONE, activity=Activity(step, 3, 8))
    assert not is_ready(status, meaning=False)
    assert is_ready(replace(status, activity=Activity()), meaning=True)


def test_the_wait_is_over_when_its_time_is() -> None:
    core = GrowingCore()
    wait_until_ready(core, OWNER, 0.05, lambda *_message: None, meaning=False)
    assert core.listeners == 0


def test_progress_reaches_the_client(tmp_path: Path) -> None:
    core, scope = GrowingCore(), ClientScope()
    asking: Any = SimpleNamespace(core=core, access=OWNER)
    (tmp_path / "logs").mkdir()
    server = make_server(asking, RankSettings(), Boundary(DisclosureLog(tmp_path, scope), Failures(tmp_path)))
    messages: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        messages.append((progress, total, message))

    async def ask() -> Any:
        async with Client(server) as client:
            return await client.call_tool(
                "index_status", {"wait_seconds": 60, "meaning": True}, progress_callback=hear
            )

    worker = threading.Thread(target=core.work)
    worker.start()
    answer = asyncio.run(ask())
    worker.join()
    assert not answer.is_error, answer.content
    assert answer.structured_content["ready"]["semantic"] == 1.0
    assert messages
    assert all(total == 1.0 and "words" in (message or "") for _, total, message in messages)
