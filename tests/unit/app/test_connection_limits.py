"""An engine has room for many connections, and no process or group of processes keeps others out."""

import contextlib
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import connection_limits
from app.engine.channel import connect
from app.engine.connection_limits import MAX_OF_ONE_PROCESS, ConnectionLimits
from search.errors import EngineError
from tests.unit.app.conftest import Running, eventually

CONNECTS = (
    "import sys, pathlib; from app.engine.channel import connect; print(connect(pathlib.Path(sys.argv[1]))[1])"
)


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="the system does not say who connects")
def test_one_process_cannot_take_every_place(running: Running) -> None:
    with contextlib.ExitStack() as open_connections:
        for _ in range(MAX_OF_ONE_PROCESS):
            answer = connect(running.index)
            assert answer is not None
            open_connections.enter_context(answer[0])
        with pytest.raises(EngineError, match=f"already has {MAX_OF_ONE_PROCESS} connections"):
            connect(running.index)
        other = subprocess.run(
            [sys.executable, "-c", CONNECTS, running.index], capture_output=True, text=True, check=True
        )
        assert "Welcome" in other.stdout
    eventually(lambda: _is_served(running.index))


def _is_served(index: Path) -> bool:
    try:
        answer = connect(index)
    except EngineError:
        return False
    if answer is not None:
        answer[0].close()
    return answer is not None


FILLS = """
import sys, pathlib
from app.engine.channel import connect
connections = [connect(pathlib.Path(sys.argv[1]))[0] for _ in range(4)]
print("full", flush=True)
sys.stdin.readline()
print(sum(connection.poll(5) for connection in connections[:1]), flush=True)
"""


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="the system does not say who connects")
def test_a_newcomer_takes_the_place_of_the_process_with_the_most(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_CLIENTS", 4)
    with subprocess.Popen(
        [sys.executable, "-c", FILLS, running.index], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as greedy:
        assert greedy.stdout is not None
        assert greedy.stdout.readline() == "full\n"
        answer = connect(running.index)
        assert answer is not None
        assert greedy.communicate("\n")[0] == "1\n", "its oldest connection has ended"
        answer[0].close()


class Connections:
    """Connections as an engine has them: one that is ended is removed by its own thread, later."""

    def __init__(self) -> None:
        self.limits = ConnectionLimits()
        self.open: dict[object, int] = {}

    def connect(self, process: int) -> bool:
        def end() -> None:
            del self.open[end]

        self.open[end] = process
        if self.limits.add(process, end).code:
            self.limits.remove(process, end)
            end()
        return end in self.open

    def leave(self, process: int) -> None:
        end = next((each for each, of in self.open.items() if of == process), None)
        if end is not None:
            del self.open[end]
            self.limits.remove(process, end)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 8)), max_size=120))
def test_whoever_has_fewer_connections_than_another_is_let_in(steps: list[tuple[bool, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection_limits, "MAX_CLIENTS", 12)
        patch.setattr(connection_limits, "MAX_OF_ONE_PROCESS", 5)
        engine = Connections()
        for leaves, process in steps:
            before = Counter(engine.open.values())
            if leaves:
                engine.leave(process)
                continue
            is_in = engine.connect(process)
            after = before[process] + 1
            assert is_in == (after <= 5 and (before.total() < 12 or max(before.values()) > after))
            assert len(engine.open) <= 12
