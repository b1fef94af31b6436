"""How much of a round of indexing is done: one share over all of its steps and roots."""

from collections.abc import Sequence

from indexer.pipeline.readiness import Readiness
from search.types.ids import RootId
from search.types.status import Step

WEIGHTS = {Step.NAMES: 1, Step.WORDS: 5, Step.GRAPH: 6, Step.HISTORY: 1, Step.MEANING: 87}
"""Shares of the time that each step took, in percent: flask, miniflux and notes, 908 files, two busy processors.

`Step.RECENT` is a part of `Step.MEANING`.
"""

READING = 0.5
"""Share of the graph of a root for reading its files again, where that is counted; then they are linked."""

_ORDER = list(WEIGHTS)


class RoundShare:
    """Computes the share; it never falls while a round lasts, unless new folders come.

    The roots before the current one have done its step, and all have done the steps before. Vectors count by the
    files that wait for them in the whole index.
    """

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self.begin()

    def begin(self) -> None:
        """Begin a round, or start counting again because folders were added to it."""
        self._share = 0.0
        self._most_waiting = 0

    def unlisted(self, roots: Sequence[RootId]) -> frozenset[RootId]:
        """Return those of these roots that have no files in the index yet."""
        return frozenset(root for root in roots if not self._files(root))

    def of(
        self, step: Step, part: float, before: Sequence[RootId], roots: Sequence[RootId], *, with_vectors: bool
    ) -> float:
        """Return the share 0..1 that is done.

        Args:
            step: the current step.
            part: the share 0..1 of it that is done for its root, the last one of ``before``; of vectors unused.
            before: the roots that began the step, in order.
            roots: all roots of the round.
            with_vectors: vectors are to be filled in this round.
        """
        waiting = self._readiness.waiting()
        self._most_waiting = max(self._most_waiting, waiting)
        stage = Step.MEANING if step is Step.RECENT else step
        if stage is Step.MEANING:
            within = 1.0 - waiting / self._most_waiting if self._most_waiting else 0.0
        else:
            within = self._within(part, before, roots)
        done = sum(WEIGHTS[earlier] for earlier in _ORDER[: _ORDER.index(stage)]) + WEIGHTS[stage] * within
        whole = sum(WEIGHTS.values()) - (0 if with_vectors else WEIGHTS[Step.MEANING])
        self._share = max(self._share, min(1.0, done / whole))
        return self._share

    def _within(self, part: float, before: Sequence[RootId], roots: Sequence[RootId]) -> float:
        sizes = {root: max(1, self._files(root)) for root in {*roots, *before}}
        done = sum(sizes[root] for root in before[:-1]) + sum(sizes[root] * part for root in before[-1:])
        return done / sum(sizes.values()) if sizes else 0.0

    def _files(self, root: RootId) -> int:
        counts = self._readiness.steps_of(root)
        return counts.waiting + counts.indexed
