"""What a benchmark found: printed as it comes, and kept as JSON for the whole suite (``RESULTS=DIR``)."""

import json
import logging
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        case: what it was measured on.
        what: what was measured, with its unit.
        ratio: how many times as good Dowse is, where something else was measured in the same run.
        goal: what is promised.
        met: whether it is; None where nothing is promised.
    """

    case: str
    what: str
    value: float
    ratio: float | None = None
    goal: float | None = None
    met: bool | None = None


class Results:
    """The figures of one benchmark."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rows: list[Row] = []
        # lines of a log among the figures would be taken for some
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))

    def row(
        self,
        case: str,
        what: str,
        value: float,
        *,
        ratio: float | None = None,
        goal: float | None = None,
        met: bool | None = None,
    ) -> None:
        """Print and keep a figure."""
        self._rows.append(Row(case, what, float(value), ratio, goal, met))
        times = "" if ratio is None else f"   {ratio:8.2f} times"
        message = "" if met is None else ("   met" if met else "   NOT met")
        aim = "" if goal is None else f" (goal {goal:g})"
        print(f"{case:28} {what:44} {value:12,.2f}{times}{aim}{message}", flush=True)
        self.write()  # a benchmark that is stopped leaves what it has

    def write(self) -> None:
        """Keep the figures for the suite."""
        folder = os.environ.get("RESULTS", "")
        if folder:
            text = json.dumps([asdict(row) for row in self._rows], indent=1)
            Path(folder, f"{self._name}.json").write_text(text + "\n", "utf-8")
