import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
WITHIN_S = 60.0

PARENT = textwrap.dedent(
    """
    import threading, time
    from pathlib import Path
    from indexer.types import FoundFile
    from indexer.pipeline.low_priority import started
    from indexer.pipeline.ports import LabelledFile, ReadRequest
    from indexer.pipeline.reading_process import ReadingProcess
    from search.types.files import FileRecord, FileState, Root
    from tests.fakes.readers import NeverEndingReader

    root = Root("r", "/", "shop", "main")
    row = FileRecord("f", "r", "shop", "main", "a.py", FileState.WAITING)
    wanted = ReadRequest(LabelledFile(FoundFile("a.py", "/a.py", 1, 0), row))
    reading = ReadingProcess(NeverEndingReader(), root, 0)
    reading.start()
    reading._running.greets()
    threading.Thread(target=reading.read, args=([wanted],), daemon=True).start()
    pool = started(1)
    idle = pool.submit(int).result()
    time.sleep(0.3)
    print(reading._running._process.pid, *pool._processes, flush=True)
    time.sleep(600)
    """
)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child looks itself, unless it hangs in C")
@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGSEGV])
def test_no_child_outlives_a_parent_that_was_ended_by_a_signal_nor_keeps_its_output_open(ended_by):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment) as parent:
        children = [int(word) for word in parent.stdout.readline().split()]
        assert len(children) == 2
        assert all(map(_lives, children))
        parent.send_signal(ended_by)
        parent.communicate(timeout=WITHIN_S)
        deadline = time.monotonic() + WITHIN_S
        while any(map(_lives, children)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(_lives, children))


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
