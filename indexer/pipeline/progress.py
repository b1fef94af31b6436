"""Reports how far indexing is: one step of one folder at a time, and never less than before."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from enum import Enum, auto
from threading import RLock
from types import TracebackType
from typing import Self

from indexer.pipeline.ports import Emit
from indexer.pipeline.readiness import Readiness
from indexer.pipeline.round_share import READING, RoundShare
from search.events import Progress
from search.types.files import Root
from search.types.ids import RootId
from search.types.status import Activity, Speed, Step

LEAST_SECONDS = 0.25
"""Shortest time between two reports of one step; its begin and its end are always reported."""

MEASURED_SECONDS = 1.0
"""Time for which a step is measured before its speed counts."""

OF_VECTORS = frozenset({Step.RECENT, Step.MEANING})

_ORDER = list(Step)

EVERY_ROOT = RootId("")
"""Used instead of a root for a step that concerns all roots."""


class EncoderState(Enum):
    """Whether vectors can be filled."""

    ABSENT = auto()
    LOADING = auto()
    """It is loaded, or converted for this processor, which takes minutes at worst."""
    READY = auto()


class StepProgress:
    """One step of one root while it is under way; a context manager that ends it."""

    def __init__(self, reporter: "ProgressReporter", step: Step, root: Root | None, total: int, done: int) -> None:
        self._reporter = reporter
        self.step = step
        self.root = root.id if root is not None else EVERY_ROOT
        self.folder = root.name if root is not None else ""
        self.total = total
        self.done = done
        self.work = 0.0
        self.work_done = 0.0
        self.since = self.worked_before = 0.0

    def __enter__(self) -> Self:
        """Return the step."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the step."""
        self.end()

    def end(self) -> None:
        """End the step."""
        self._reporter.leave(self)

    def advance(self, files: int, work: float | None = None) -> None:
        """Count files that are done, and their work in the unit of `expect_work`; by default 1 a file."""
        self.done += files
        self.work_done += files if work is None else work
        self._reporter.advanced()

    def reach(self, done: int) -> None:
        """Count up to this number; it is not counted back."""
        self.advance(max(0, done - self.done))

    def expect_work(self, work: float) -> None:
        """Set how much work is left, such as bytes to read: the time that is left follows from it."""
        self.work, self.work_done, self.worked_before = work, 0.0, 0.0

    def measure_from(self, now: float) -> None:
        """Measure the speed from now on, as after a pause."""
        self.since, self.worked_before = now, self.work_done

    def speed(self, now: float) -> float:
        """Return the work of a second; 0.0 while it is not measured."""
        elapsed = now - self.since
        return (self.work_done - self.worked_before) / elapsed if elapsed >= MEASURED_SECONDS else 0.0

    def seconds_left(self, now: float) -> float:
        """Return the time that the rest takes at the measured speed; 0.0 while that is not known."""
        speed = self.speed(now)
        left = self.work - self.work_done if self.work else self.total - self.done
        return max(left, 0.0) / speed if speed > 0 else 0.0


class ProgressReporter:
    """Sends `Progress` events, at most four a second.

    Several steps may be under way; the earliest one in the order of `Step` is reported. After a later step was
    reported, an earlier one is reported only once `expect` was called: a graph that is rebuilt for a saved file
    does not interrupt the line about vectors. A step that was under way then hides no other: a graph is reported
    only while nothing else is, and vectors, which wait from then on, only when they go on.
    """

    def __init__(
        self,
        emit: Emit,
        readiness: Readiness,
        is_paused: Callable[[], bool],
        speed: Callable[[], Speed] = lambda: Speed.NORMAL,
        encoder: Callable[[], EncoderState] = lambda: EncoderState.ABSENT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._emit = emit
        self._is_paused = is_paused
        self._speed = speed
        self._encoder = encoder
        self._readiness = readiness
        self._share = RoundShare(readiness)
        self._clock = clock
        self._lock = RLock()
        self._reported = 0.0
        self._shown = Activity()
        self._forget_round()

    def _forget_round(self) -> None:
        self._under_way: list[StepProgress] = []
        self._roots: list[RootId] = []
        self._overtaken: list[StepProgress] = []
        self._positions: dict[Step, list[RootId]] = {}
        self._most: dict[tuple[Step, RootId, int], int] = {}
        self._level = 0
        self._semantic: set[RootId] = set()
        self._share.begin()

    def going_on(self, step: Step, root: Root) -> AbstractContextManager[object]:
        """Begin a step that is the one shown; any other is not reported."""
        return self.begin(step, root) if self.activity.step == step else nullcontext()

    @property
    def vectors_shown(self) -> Step | None:
        """The step of vectors that is shown; None while another one is, or none."""
        step = self.activity.step
        return Step(step) if step in OF_VECTORS else None

    @property
    def urgent_vectors_shown(self) -> Step | None:
        """The step that vectors which an answer waits for are shown as; None while nothing is shown.

        Another step may still be shown then: that of a graph which waits to be built again.
        """
        return self.vectors_shown or (Step.RECENT if self.activity.step else None)

    @property
    def activity(self) -> Activity:
        """Return the current activity."""
        encoder = self._encoder()
        share = self._share_done(with_vectors=encoder is not EncoderState.ABSENT)
        return replace(
            self._shown,
            share=share,
            paused=self._is_paused(),
            speed=self._speed(),
            waiting=0 if encoder is EncoderState.ABSENT else self._readiness.waiting(),
            preparing=encoder is EncoderState.LOADING,
        )

    def expect(self, roots: Sequence[Root], step: Step = Step.NAMES) -> None:
        """Report that these roots are brought up to date, one after the other, beginning with this step."""
        unlisted = self._share.unlisted([root.id for root in roots])
        with self._lock:
            new = [root.id for root in roots if root.id not in self._roots]
            if not unlisted.isdisjoint(new):
                self._share.begin()
            self._roots += new
            self._semantic |= {root.id for root in roots if root.semantic}
            self._under_way = [each for each in self._under_way if each.step not in OF_VECTORS]
            self._level, self._overtaken = 0, list(self._under_way)
            self._positions.pop(Step.MEANING, None)
            if not self._shown.step and roots:
                self._shown = Activity(step, folder=roots[0].name, position=1)
            self._shown = replace(self._shown, folders=len(self._roots))
        self.report()

    def forget(self, root: RootId) -> None:
        """Count a root no more, which was removed while roots are brought up to date."""
        with self._lock:
            if root not in self._roots:
                return
            self._roots.remove(root)
            for positions in self._positions.values():
                if root in positions:
                    positions.remove(root)
            folders = len(self._roots)
            self._shown = replace(self._shown, folders=folders, position=min(self._shown.position, folders))
            self._show()
        self.report()

    def begin(self, step: Step, root: Root | None, total: int = 0, *, done: int = 0) -> StepProgress:
        """Report that a step of a root, or of all, begins.

        Args:
            step: what begins.
            root: None: the step concerns all roots.
            total: its files; 0: they are not known.
            done: how many of them are done already.
        """
        progress = StepProgress(self, step, root, total, done)
        progress.measure_from(self._clock())
        with self._lock:
            if root is not None and root.id not in self._roots:
                self._roots.append(root.id)
            self._semantic |= {root.id} if root is not None and root.semantic else set()
            self._under_way.append(progress)
            changed = self._show()
        if changed:
            self.report()
        return progress

    def advanced(self) -> None:
        """Report the steps under way if the last report is long enough ago."""
        now = self._clock()
        with self._lock:
            if not self._show() or now - self._reported < LEAST_SECONDS:
                return
        self.report()

    def leave(self, progress: StepProgress) -> None:
        """End a step; the last report remains until the next one, or until `end`."""
        with self._lock:
            changed = self._show()
            self._under_way = [other for other in self._under_way if other is not progress]
            self._overtaken = [other for other in self._overtaken if other is not progress]
        if changed:
            self.report()

    def turn_to(self, step: Step, root: Root) -> None:
        """Report a later step, which waits for its turn, where none is under way."""
        with self._lock:
            if self._under_way or _ORDER.index(step) <= self._level:
                return
            waiting = StepProgress(self, step, root, 0, 0)
            self._level, self._shown = _ORDER.index(step), self._activity_of(waiting)
        self.report()

    def resume(self) -> None:
        """Discard the measured speeds."""
        with self._lock:
            for progress in self._under_way:
                progress.measure_from(self._clock())

    def end(self) -> None:
        """Report that nothing is left to do."""
        with self._lock:
            self._forget_round()
            self._shown = Activity()
        self.report()

    def report(self) -> None:
        """Report now."""
        self._reported = self._clock()
        self._emit(Progress(self.activity, self._readiness.ready()))

    def _show(self) -> bool:
        """Take the earliest step for the shown one; return whether that changed anything."""
        visible = [each for each in self._under_way if _ORDER.index(each.step) >= self._level]
        progress = min(visible, key=lambda each: (each in self._overtaken, _ORDER.index(each.step)), default=None)
        if progress is None:
            return False
        if progress not in self._overtaken:
            self._level = _ORDER.index(progress.step)
        before, self._shown = self._shown, self._activity_of(progress)
        return before != self._shown

    def _share_done(self, *, with_vectors: bool) -> float:
        """Return the share of the whole round that is done; 0.0 while nothing is shown."""
        with self._lock:  # the index is read without it
            shown, roots = self._shown, list(self._roots)
            before = self._positions.get(Step(shown.step), [])[: shown.position] if shown.step else []
            with_vectors = with_vectors and bool(self._semantic)
        if not shown.step:
            return 0.0
        step = Step(shown.step)
        part = shown.done / shown.total if shown.total else 0.0
        if step is Step.GRAPH:
            part = READING * part if shown.total else READING
        return self._share.of(step, part, before, roots, with_vectors=with_vectors)

    def _activity_of(self, progress: StepProgress) -> Activity:
        now = self._clock()
        roots = self._positions.setdefault(progress.step, [])
        if progress.root not in roots:
            roots.append(progress.root)
        key = progress.step, progress.root, progress.total
        done = self._most[key] = max(progress.done, self._most.get(key, 0))
        return Activity(
            step=progress.step,
            done=min(done, progress.total) if progress.total else done,
            total=progress.total,
            rate=progress.speed(now),
            seconds_left=progress.seconds_left(now),
            folder=progress.folder,
            position=roots.index(progress.root) + 1,
            folders=len(self._roots),
        )
