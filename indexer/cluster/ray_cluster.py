"""Tasks on Ray. Never imported, and Ray never started, unless a person asked for it."""

import os
import pickle
from collections.abc import Iterator, Sequence
from typing import Any, Self

from indexer.cluster.task import Task, Written
from indexer.pipeline.ports import ReadRequest
from search.errors import KnownError, MissingExtraError
from search.storage import fragments
from search.storage.storage import Storage

LOCAL = "local"
"""Address of a Ray that is started on this machine and ends with the job."""


class ClusterError(KnownError):
    """The cluster cannot be reached, or a task failed again and again."""


class RayCluster:
    """A Ray cluster, for the time of a ``with`` block.

    A Ray that is started here listens on all interfaces without a password: start it in a protected network.

    Args:
        address: ``host:port`` of the head, ``ray://host:port``, or `LOCAL`.

    Raises:
        MissingExtraError: the extra ``cluster`` is not installed.
        ClusterError: nothing answers at the address.
    """

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
            import ray.data
        except ImportError as exc:
            raise MissingExtraError("cluster.ray_missing") from exc
        self._ray: Any = ray
        try:
            ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as exc:
            raise ClusterError("cluster.unreachable", address=address, reason=exc) from exc

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()

    def run(self, task: Task, batches: Sequence[Sequence[ReadRequest]], /) -> Iterator[Written]:
        """Yield the result of each batch, as it is done. A batch whose worker died is done again by another.

        Raises:
            ClusterError: a task failed; the message says how.
        """
        context = self._ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        items = [{"files": pickle.dumps(list(batch))} for batch in batches]
        tasks = self._ray.data.from_items(items, override_num_blocks=len(items))
        done = tasks.map(_Pickled(task), num_cpus=1)
        try:
            for row in done.iter_rows():
                yield pickle.loads(row["written"])  # noqa: S301 -- our own task wrote it
        except self._ray.exceptions.RayError as exc:
            cause = getattr(exc, "cause", None)
            if isinstance(cause, KnownError):
                raise cause from exc
            raise ClusterError("cluster.task_failed", reason=str(exc).strip().splitlines()[-1]) from exc

    def build_vector_index(self, storage: Storage, /) -> None:
        """Build it with lance-ray's tasks, where the chunks are many enough for one."""
        fragments.index_vectors_on_ray(storage, max(1, int(self._ray.cluster_resources().get("CPU", 1))))


class _Pickled:
    """A task as Ray Data calls it: bytes in and out, since rows of the manifest are no columns."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def __call__(self, row: dict[str, bytes]) -> dict[str, bytes]:
        return {"written": pickle.dumps(self._task(pickle.loads(row["files"])))}  # noqa: S301 -- our driver wrote it
