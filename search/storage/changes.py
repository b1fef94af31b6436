"""What a commit changed in ``chunks``, told to who keeps a copy of the rows in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from search.types.chunks import ShownChunk
from search.types.ids import ChunkId, FileId


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """One commit; with nothing in it, rows were only moved.

    Attributes:
        before, after: number of the newest commit before and after it.
        gone: files whose rows went, before ``came`` were written.
        came: chunks that were written, each with its file.
        shown: what is shown of those of them that are no cards, where the writer knows it.
        meant: those chunks that have a vector now; none of them is new but those in ``came``.
        matrix: float32 of shape (len(meant), dimension).
    """

    before: int
    after: int
    gone: tuple[FileId, ...] = ()
    came: tuple[tuple[ChunkId, FileId], ...] = ()
    shown: tuple[ShownChunk, ...] = ()
    meant: tuple[ChunkId, ...] = ()
    matrix: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))


Follower = Callable[[ChunkChange], None]
"""Called in the writing thread, in the order of the commits, before the next one begins."""
