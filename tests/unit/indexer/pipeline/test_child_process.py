"""Processes that work for the engine."""

import subprocess
import sys

import psutil
import pytest

from indexer.pipeline.low_priority import started

PARENT = """
import re
from indexer.pipeline.low_priority import started

if __name__ == "__main__":
    with started(1) as pool:
        print(pool.submit(__import__("os").getpid).result(), flush=True)
        pool.submit(re.match, "(a+)+$", "a" * 60 + "b").result()
"""
"""Names its child, which then computes in C for hours, so that no other thread of that child runs."""


def test_what_a_process_logs_does_not_stand_among_a_commands_answers(capfd: pytest.CaptureFixture[str]) -> None:
    with started(1) as child:
        child.submit(exec, "import structlog; structlog.get_logger().warning('told')").result()
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "darwin", reason="the system has nothing that ends a child with its parent")
def test_a_process_that_hangs_in_c_ends_with_the_engine_however_that_ends() -> None:
    engine = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert engine.stdout is not None
    with engine.stdout:
        child = psutil.Process(int(engine.stdout.readline()))
    engine.kill()
    engine.wait()
    child.wait(20)
    assert not child.is_running()
