"""Says what an index has and how far it is: counts, folders, versions and notices."""

from collections.abc import Sequence
from dataclasses import replace

from app.core.branch_graphs import BranchGraphs
from app.core.encoder_slot import EncoderSlot
from app.core.graph_cache import GraphCache, visible_counts
from app.core.indexing import Indexing
from app.core.root_status import root_statuses, settings_problems, with_sizes
from app.installation.version import VERSION
from indexer.discovery.finder import FileFinder
from search.messages import NOTHING, Message
from search.storage.moved_folder import is_inside_any, missing_notice
from search.storage.storage import Storage
from search.types.filters import OWNER, Access
from search.types.status import Activity, IndexStatus, RootStatus


class StatusAnswers:
    """Answers what the state of an index and of its folders is, within an access."""

    def __init__(
        self,
        storage: Storage,
        finder: FileFinder,
        encoder: EncoderSlot,
        graph: GraphCache,
        branches: BranchGraphs,
        indexing: Indexing,
    ) -> None:
        self._storage = storage
        self._finder = finder
        self._encoder = encoder
        self._graph = graph
        self._branches = branches
        self._indexing = indexing

    def of(self, access: Access) -> IndexStatus:
        """Return counts, states and readiness; see `SearchCore.status`."""
        storage, indexing = self._storage, self._indexing
        roots = self.roots(access)
        visible = access.row_filter()
        nodes, edges = self._node_and_edge_counts(access)
        encoder = self._encoder.now()
        owner = access == OWNER  # size, work under way and notices speak of every file
        disk_bytes = storage.bytes_by_part() if owner else {}
        return IndexStatus(
            index=storage.location.name,
            files=sum(root.files for root in roots),
            chunks=sum(root.chunks for root in roots),
            nodes=nodes,
            edges=edges,
            states=tuple(storage.files.state_counts(visible)),
            reasons=tuple(storage.files.reason_counts(visible)),
            roots=with_sizes(storage, roots, disk_bytes),
            versions=self._versions(),
            disk_bytes=sum(disk_bytes.values()),
            ready=indexing.ready(visible),
            activity=indexing.activity() if owner else Activity(),
            device=encoder.device if encoder is not None else "",
            notices=self._notices(roots) if owner else (),
        )

    def _notices(self, roots: tuple[RootStatus, ...]) -> tuple[Message, ...]:
        off = self._encoder.off_because() if any(status.root.semantic for status in roots) else NOTHING
        problems = settings_problems(status.root for status in roots)
        indexing = self._indexing
        standing = (*self._storage.notices, *indexing.behind(), *indexing.obstacles())
        return (*standing, *((off,) if off.code else ()), *_missing(roots), *problems)

    def _node_and_edge_counts(self, access: Access) -> tuple[int, int]:
        if access == OWNER:
            return self._graph.counts()
        return visible_counts(self._branches.about(rights=access.row_filter())[0], access)

    def roots(self, access: Access) -> tuple[RootStatus, ...]:
        """Return the watched folders; see `SearchCore.roots`."""
        indexing = self._indexing
        statuses = root_statuses(self._storage, access, indexing.watching(), indexing.has_graph)
        return tuple(map(self._with_settings, statuses))

    def _with_settings(self, status: RootStatus) -> RootStatus:
        """Return the status of a root with what its settings file says of it; an offline root has none."""
        if status.offline or not self._finder.settings(status.root).external:
            return status
        return replace(status, root=replace(status.root, external=True))

    def _versions(self) -> tuple[tuple[str, str], ...]:
        written = self._storage.database.written_with
        return (
            ("program", VERSION),
            ("schema", str(written.schema)),
            ("chunker", str(written.chunker)),
            ("model", written.model),
        )


def _missing(roots: Sequence[RootStatus]) -> list[Message]:
    """Return a notice about each folder that is not there and in no other such folder, with what can be done."""
    away = [status.root for status in roots if status.offline and status.root.folder]
    notices = [missing_notice(root, root.path) for root in away if not is_inside_any(root, away)]
    return [message for notice in notices for message in (notice, notice.remedy())]
