"""Processes that work for the engine."""

import pytest

from indexer.pipeline.low_priority import started


def test_what_a_process_logs_does_not_stand_among_a_commands_answers(capfd: pytest.CaptureFixture[str]) -> None:
    with started(1) as child:
        child.submit(exec, "import structlog; structlog.get_logger().warning('told')").result()
    assert capfd.readouterr() == ("", "")
