"""Brings roots up to date with the disk: the names of all of them first, then the words of all."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import structlog

from indexer.discovery.names import MOST_PATHS, listed_names
from indexer.discovery.rules import UNREADABLE
from indexer.pipeline.context import IndexingContext
from indexer.pipeline.control import Control, Run
from indexer.pipeline.listed_roots import ListedRoot, Options, read_together
from indexer.pipeline.manifest_stage import ManifestResult, ManifestStage
from indexer.pipeline.nested_roots import NestedRoots
from indexer.pipeline.planning import Plan, concerns_graph
from indexer.pipeline.root_listing import RootListing, display_name, goes_on, noticed_failure
from indexer.pipeline.scheduler import Scheduler
from indexer.pipeline.text_stage import BATCH_FILES, FIRST_FILES, TextResult, TextStage
from indexer.pipeline.turns import Turns
from search.errors import BadInputError, IndexWriteError, KnownError, MissingExtraError, NotFoundError
from search.events import Notice
from search.messages import Message
from search.types.files import OTHER_ROOT, FileRecord, Root
from search.types.ids import RootId

QUIET_FILES = 50
"""Largest number of files that a background comparison reads without reporting progress."""

CHECK_SECONDS = 0.5
"""Interval at which a caller that waits for a run checks whether indexing is paused."""

_NOTICED = frozenset({UNREADABLE, OTHER_ROOT})
"""Reasons of rows that a notice at the end is about; the other rows of a plan are freed once they are read."""

_log = structlog.get_logger(__name__)


class Reconciler:
    """Runs the first two stages for several roots, and schedules the others.

    The words of one root are read at a time. Roots that are added meanwhile get their turn after each batch.

    Args:
        isolated: read nothing in this process, because a file may have crashed the previous one.

    Attributes:
        listing: the first of the two stages.
        on_repositories: called with a root and the paths of repositories inside it that are noticed for the first
            time, after the run that noticed them.
    """

    def __init__(
        self,
        context: IndexingContext,
        control: Control,
        stages: tuple[ManifestStage, TextStage],
        scheduler: Scheduler,
        *,
        isolated: bool,
    ) -> None:
        self._context = context
        self._control = control
        self._manifest_stage, self._text_stage = stages
        self._nested = NestedRoots(context)
        self._scheduler = scheduler
        self._isolated = isolated
        self.listing = RootListing(context, self._manifest_stage)
        self._reading = Turns()
        self._of_root: defaultdict[RootId, Turns] = defaultdict(Turns)
        """For the whole time in which the words of a root are read; `_reading` for one batch."""
        self.on_repositories: Callable[[Root, Sequence[str]], None] = lambda _root, _paths: None

    def run(self, roots: Sequence[Root], options: Options) -> dict[RootId, TextResult]:
        """List the files of all roots, then read what changed, large roots last; return the results by root.

        Branches of a root that are not checked out are read after it. Graphs and vectors wait until the words of
        all roots can be searched. What is wrong with one of several roots becomes a notice, and the others go on;
        a root that is forgotten meanwhile is left out.

        Raises:
            NotFoundError: the only root was forgotten.
            IndexWriteError: the disk is full or a permission is missing.
        """
        run = self._control.begin()
        if options.report:
            self._context.progress.expect(roots)
            self._scheduler.begin_batch(roots)
        try:
            results, noticed = self._listed_and_read(roots, run, options)
        finally:
            self._scheduler.report_next()
        for root, rows in noticed:
            self._notice_unreadable(root, rows)
            self.notice_repositories(root, rows)
        return results

    def _listed_and_read(
        self, roots: Sequence[Root], run: Run, options: Options
    ) -> tuple[dict[RootId, TextResult], list[tuple[Root, list[FileRecord]]]]:
        """Return the results by root, and of each root that is there the rows that a notice may be about."""
        results = {root.id: TextResult() for root in roots}
        of_branches = {branch.id for root in roots for branch in self._context.storage.roots.branches_of(root)}
        with self._scheduler.reading():
            own = [root for root in roots if root.id not in of_branches]
            listed = self.listing.of_all(own, run, options, alone=len(roots) == 1)
            noticed = [
                (each.root, [row for row in each.manifest.plan.write if row.reason in _NOTICED]) for each in listed
            ]
            listed.sort(key=lambda each: each.size_class)
            first = True
            while listed:
                together = read_together(listed, FIRST_FILES if first else BATCH_FILES)
                del listed[: len(together)]
                results |= self._read_all(together, run, options, alone=len(roots) == 1)
                for each in together:
                    with noticed_failure(self._context.emit, each.root, alone=len(roots) == 1):
                        listed += self.listing.again(each, run, options)
                first = False
        return results, noticed

    def _notice_unreadable(self, root: Root, rows: Sequence[FileRecord]) -> None:
        """Report, once, the files and folders that may not be read."""
        paths = [row.path for row in rows if row.reason == UNREADABLE]
        if paths:
            folder, names = display_name(root), listed_names(paths, MOST_PATHS)
            self._context.emit(Notice(Message("indexing.unreadable", n=len(paths), folder=folder, names=names)))

    def notice_repositories(self, root: Root, rows: Sequence[FileRecord]) -> None:
        """Report the repositories inside a root that are noticed for the first time, among these new rows."""
        paths = [row.path for row in rows if row.reason == OTHER_ROOT]
        if paths:
            self.on_repositories(root, paths)
            self._nested.record(rows)

    def _read_all(
        self, listed: Sequence[ListedRoot], run: Run, options: Options, *, alone: bool
    ) -> dict[RootId, TextResult]:
        """Read what changed in roots that are read together, and in their branches."""
        if len(listed) > 1 and not any(map(self.listing.ages.is_outdated, listed)):
            try:
                return self._read_together(listed, run, options)
            except IndexWriteError:
                raise
            except KnownError as error:  # whose it is shows when each is read by itself
                _log.warning("roots_not_read_together", roots=len(listed), error=str(error))
        results: dict[RootId, TextResult] = {}
        for each in listed:
            with noticed_failure(self._context.emit, each.root, alone=alone):
                results |= self._read(each, run, options)
        return results

    def _read_together(self, listed: Sequence[ListedRoot], run: Run, options: Options) -> dict[RootId, TextResult]:
        """Read what changed in several small roots as one batch; a root that was forgotten is left out."""
        with ExitStack() as turns:
            for identifier in sorted(each.root.id for each in listed):  # in an order that all runs have
                turns.enter_context(self._of_root[identifier])
            turns.enter_context(self._reading)
            known = {root.id for root in self._context.storage.roots.all()}
            there = [each.root for each in listed if each.root.id in known]
            manifests = [self._manifest_of(each, run, options) for each in listed if each.root.id in known]
            report = self._reports(there, manifests, options)
            for manifest in manifests:
                self._take_over(manifest)
            pairs = list(zip(there, manifests, strict=True))
            texts = self._text_stage.run_together(pairs, run, report=report, isolated=self._isolated)
            for (root, manifest), text in zip(pairs, texts, strict=True):
                self.follow_up(root, manifest.plan, text, embedding=options.semantic, whole=True)
            texts = [self._finish(*pair, run, text) for pair, text in zip(pairs, texts, strict=True)]
        results = {root.id: text for (root, _), text in zip(pairs, texts, strict=True)}
        for root, manifest in pairs:
            with noticed_failure(self._context.emit, root, alone=False):
                results |= self._read_branches(root, manifest, run, options)
        return results

    def _read(self, listed: ListedRoot, run: Run, options: Options) -> dict[RootId, TextResult]:
        """Read what changed in a root and its branches."""
        root = listed.root
        with self._of_root[root.id], self._reading:
            self._context.storage.roots.get(root.id)
            reads = self.listing.ages.reads(root.id)
            manifest = self._manifest_of(listed, run, options)
            report = self._reports([root], [manifest], options)
            self._take_over(manifest)
            text = self._text_stage.run(
                root,
                manifest,
                run,
                report=report,
                give_way=lambda: self._give_way(root.id, reads),
                isolated=self._isolated,
            )
            self.follow_up(root, manifest.plan, text, embedding=options.semantic, whole=True)
            text = self._finish(root, manifest, run, text)
        return {root.id: text, **self._read_branches(root, manifest, run, options)}

    def _manifest_of(self, listed: ListedRoot, run: Run, options: Options) -> ManifestResult:
        if self.listing.ages.is_outdated(listed):  # another run has read it meanwhile
            return self._manifest_stage.whole(listed.root, run, report=False, reread=options.reread)
        return listed.manifest

    def _reports(self, roots: Sequence[Root], manifests: Sequence[ManifestResult], options: Options) -> bool:
        """Return whether reading is reported; a comparison in the background begins to be if there is much."""
        many = sum(len(manifest.plan.read) for manifest in manifests) > QUIET_FILES
        if many and not options.report:
            self._context.progress.expect(roots)
        return options.report or many

    def _finish(self, root: Root, manifest: ManifestResult, run: Run, text: TextResult) -> TextResult:
        """Delete the rows that those of a root which was read to its end replace."""
        self.listing.ages.was_read(root.id)
        if not goes_on(manifest, run):
            return text
        self._drop_other_branches(root)
        self._nested.was_read(root)
        return replace(text, is_complete=True)

    def _take_over(self, manifest: ManifestResult) -> None:
        """Schedule the graphs of the outer roots whose files are about to move to an inner root."""
        outer_roots = [root for root in self._context.storage.roots.all() if root.id in manifest.former.roots]
        for outer in outer_roots:
            self._context.readiness.graph_lags(outer.id, files=len(manifest.former.ids))
            self._scheduler.schedule(outer, graph=True, embedding=False, soon=True)

    def _give_way(self, root: RootId, reads: int) -> None:
        """Let other roots be read, or be forgotten.

        Raises:
            NotFoundError: this root was forgotten meanwhile.
        """
        self._reading.give_way()
        if self.listing.ages.reads(root) != reads:
            raise NotFoundError("roots.unknown_id", root=root)

    def _read_branches(
        self, root: Root, manifest: ManifestResult, run: Run, options: Options
    ) -> dict[RootId, TextResult]:
        """Bring the branches in git's objects up to date; without git only the folder is indexed."""
        results: dict[RootId, TextResult] = {}
        if not goes_on(manifest, run) or root.from_git:
            return results
        options = replace(options, reread=manifest.reread)
        for branch in self._context.storage.roots.branches_of(root):
            try:
                for listed in self.listing.of(branch, run, options):
                    results |= self._read(listed, run, options)
            except (BadInputError, MissingExtraError) as error:
                message = Message("indexing.branch_unreadable", branch=display_name(branch), reason=error)
                self._context.emit(Notice(message, error.remedy))
        return results

    def _drop_other_branches(self, root: Root) -> None:
        """Delete the rows of the branch that was checked out before, once the current branch is searchable."""
        self._nested.delete(list(self._context.storage.files.other_branches(root.id, root.branch)))

    def follow_up(self, root: Root, todo: Plan, text: TextResult, *, embedding: bool, whole: bool = False) -> None:
        """Schedule graph and vectors. After a whole comparison the history is checked even if no file changed."""
        count = len(text.changed) + text.reused
        changed = bool(count or concerns_graph(todo)) or not self._context.readiness.has_graph(root.id)
        if root.from_git:
            self._context.readiness.graph_is_current(root.id)
            changed = False
        if changed:
            self._context.readiness.graph_lags(root.id, files=count + len(todo.purge))
        wants_embedding = embedding and root.semantic and self._scheduler.embedding_stage.encoder is not None
        if changed or wants_embedding or whole:
            many = count + len(todo.purge) > QUIET_FILES
            self._scheduler.schedule(root, graph=changed, embedding=wants_embedding, soon=many)

    @contextmanager
    def forgetting(self, root: RootId) -> Iterator[None]:
        """Wait until no run lists a root or reads a batch; a run that reads this root then ends.

        Raises:
            BadInputError: a run is paused.
        """
        with self._turn(self.listing.turns), self._turn(self._reading):
            self.listing.ages.was_read(root)
            yield

    @contextmanager
    def _turn(self, turns: Turns) -> Iterator[None]:
        while not turns.take(CHECK_SECONDS):
            if self._control.paused:
                raise BadInputError("indexing.paused_inside")
        try:
            yield
        finally:
            turns.pass_on()
