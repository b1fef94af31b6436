"""One line of the accuracy table: what an oracle says, what the graph says, and how far they agree."""

from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Demand:
    """The least precision and recall that a row has to reach; 0 where nothing is demanded."""

    precision: float = 0.0
    recall: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A measured row, or one that could not be measured.

    Attributes:
        judged: how many edges of the graph the oracle could judge.
        right: how many of these it knows as well.
        truth: how many edges the oracle names.
        covered: how many of these the graph has.
        missing: why the row was not run; empty when it was.
        wrong, lost: examples of edges that only the graph, or only the oracle, has.
    """

    check: str
    corpus: str
    oracle: str
    demand: Demand
    judged: int = 0
    right: int = 0
    truth: int = 0
    covered: int = 0
    missing: str = ""
    wrong: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        """Share of the graph's edges that are right; 1 when there are none."""
        return self.right / self.judged if self.judged else 1.0

    @property
    def recall(self) -> float:
        """Share of the oracle's edges that the graph has; 1 when there are none."""
        return self.covered / self.truth if self.truth else 1.0

    @property
    def verdict(self) -> str:
        """``met``, ``missed`` or ``not run``."""
        if self.missing:
            return "not run"
        is_met = self.precision >= self.demand.precision and self.recall >= self.demand.recall
        return "met" if is_met else "missed"


@dataclass(frozen=True, slots=True)
class Corpora:
    """Where the corpora are, by folder name, which of them are asked for, and how many calls are drawn."""

    corpora: Path
    scratch: Path
    only: frozenset[str] = frozenset()
    sites: int = 400
    seed: int = 7

    def folder(self, name: str) -> Path | None:
        """Return the folder of a corpus, whatever its case; None when it is not there or not asked for."""
        if self.only and name not in self.only:
            return None
        return next((each for each in sorted(self.corpora.iterdir()) if each.name.lower() == name), None)


def compared(row: Row, results: set[tuple[str, str]], truth: set[tuple[str, str]]) -> Row:
    """Return ``row`` with the counts of two sets of edges."""
    common = len(results & truth)
    return replace(
        row,
        judged=len(results),
        right=common,
        truth=len(truth),
        covered=common,
        wrong=shown(results - truth),
        lost=shown(truth - results),
    )


def shown(edges: set[tuple[str, str]]) -> tuple[str, ...]:
    """Return edges as sorted lines."""
    return tuple(f"{source} -> {target}" for source, target in sorted(edges))
