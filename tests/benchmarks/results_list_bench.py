"""How long the results list takes for one step of the slider, and for scrolling, against a frame of 16 ms.

Run: ``QT_QPA_PLATFORM=offscreen python tests/benchmarks/results_list_bench.py``. CPU time, so that other programs
on the machine do not count; medians.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication

from search.types.query import RankSettings
from tests.ui.pane_samples import answer, mark_words, some_files
from ui.code.pool import LexPool
from ui.panels.results.pane import ResultsPane
from ui.theme.fonts import load_fonts
from ui.theme.palette import apply

FRAME_MS = 16.0
STEPS = 20


def cpu_ms(work: Callable[[], object]) -> float:
    """Return the CPU time of one call in milliseconds."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def measure(count: int) -> tuple[float, float]:
    """Return the median of a slider step and of a scroll step with ``count`` files."""
    pool = LexPool()
    pane = ResultsPane(mark_words, pool)
    pane.resize(556, 760)
    pane.show()
    files = some_files(count, 3)
    other = [
        structs.replace(file, rank=rank) for rank, file in enumerate((*files[20:40], *files[:20], *files[40:]), 1)
    ]
    pane.show_result(answer(files))
    QApplication.processEvents()
    port, scroll = pane.view.viewport(), pane.view.verticalScrollBar()

    def step(position: int) -> None:
        pane.rerank(other if position % 2 else files, RankSettings(weight=position / STEPS), len(files))
        port.repaint()

    def roll(position: int) -> None:
        scroll.setValue(position * 56)
        port.repaint()

    steps = [cpu_ms(lambda at=position: step(at)) for position in range(STEPS)]
    while scroll.maximum() < (STEPS + 10) * 56:
        QApplication.processEvents()
    rolls = [cpu_ms(lambda at=position: roll(at)) for position in range(STEPS)]
    pane.close()
    pool.shutdown()
    return statistics.median(steps), statistics.median(rolls)


def main() -> None:
    """Print one line for each size."""
    app = QApplication([])
    app.setStyle("Fusion")
    load_fonts()
    apply(dark=False)
    print("files  slider step      of a frame   scroll step")
    for count in (50, 200, 1_000, 10_000):
        step, roll = measure(count)
        print(f"{count:6,} {step:8.1f} ms {step / FRAME_MS:12.2f} {roll:12.1f} ms")


if __name__ == "__main__":
    main()
