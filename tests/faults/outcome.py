"""What a fault did, and the table of all of them."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """One kind of fault.

    Attributes:
        times: how often it was brought about.
        lost: rows that were acknowledged, or that an undisturbed run has, and that are not there.
        duplicated: rows that are there more than once, or that an undisturbed run has not.
        recovered_s: seconds until all was as it should be, each time.
        wrong: everything else that is not as promised, for a person.
        noted: figures that the table has no column for.
    """

    fault: str
    times: int
    lost: int = 0
    duplicated: int = 0
    recovered_s: tuple[float, ...] = ()
    wrong: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()

    @property
    def is_well(self) -> bool:
        """Return whether every promise was kept."""
        return self.times > 0 and not (self.lost or self.duplicated or self.wrong)


def not_run(fault: str, why: str) -> Outcome:
    """Return the line of a fault that this machine cannot bring about."""
    return Outcome(fault, 0, wrong=(f"not run: {why}",))


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as a Markdown table, what went wrong below it."""
    lines = ["| fault | times | lost | duplicated | recovered in (median, longest) |", "|---|---:|---:|---:|---|"]
    lines += [
        f"| {row.fault} | {row.times} | {row.lost} | {row.duplicated} | {_seconds(row.recovered_s)} |"
        for row in outcomes
    ]
    below = [f"- {outcome.fault}: {text}" for outcome in outcomes for text in (*outcome.wrong, *outcome.noted)]
    return "\n".join([*lines, "", *below] if below else lines)


def _seconds(values: Sequence[float]) -> str:
    if not values:
        return "at once"
    return f"{statistics.median(values):.1f} s, {max(values):.1f} s"
