"""Which precision a processor computes with: measured, and f32 where the other one fails."""

import subprocess
import sys

import pytest

from search.embedding import precision
from search.embedding.cache import Remembered
from search.embedding.precision import measured_precision
from search.embedding.settings import Precision
from search.errors import ModelError

CRASHING = """
import os, sys
from pathlib import Path
from search.embedding import precision
from search.embedding.cache import Remembered
precision._processor = lambda: ("a processor", True)
precision.measured_precision("model", Remembered(Path(sys.argv[1])), lambda _chosen: os._exit(9))
"""


@pytest.fixture(autouse=True)
def _has_bf16(monkeypatch):
    monkeypatch.setattr(precision, "_processor", lambda: ("a processor", True))


@pytest.mark.parametrize("error", [ModelError("reader.failed", reason="x"), RuntimeError("x")])
def test_a_processor_that_cannot_compute_in_bf16_computes_in_f32(tmp_path, error):
    def prepared(chosen):
        if chosen is Precision.BF16:
            raise error
        return lambda: None

    assert measured_precision("model", Remembered(tmp_path), prepared) is Precision.F32


@pytest.mark.parametrize(("crashes", "measured"), [(1, [Precision.F32, Precision.BF16]), (2, [])])
def test_after_two_crashes_f32_is_taken_without_measuring(tmp_path, crashes, measured):
    for _ in range(crashes):
        assert subprocess.run([sys.executable, "-c", CRASHING, str(tmp_path)], check=False).returncode == 9
    tried = []
    chosen = measured_precision("model", Remembered(tmp_path), lambda chosen: tried.append(chosen) or int)
    assert tried == measured
    assert chosen is Precision.F32 or measured
