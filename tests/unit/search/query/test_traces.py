"""Ten stack traces of each of six runtimes: every frame is read, the likeliest cause first."""

from collections import Counter

import pytest

from search.query.report import report_in
from tests.unit.search.query.trace_samples import TRACES, TraceSample


def test_there_are_ten_traces_of_each_language() -> None:
    assert set(Counter(sample.title.partition(":")[0] for sample in TRACES).values()) == {10}


@pytest.mark.parametrize("sample", TRACES, ids=str)
def test_every_frame_of_a_trace_is_read(sample: TraceSample) -> None:
    report = report_in(f"It fails\n{sample.text}")
    assert report is not None
    assert report.frames == sample.frames
