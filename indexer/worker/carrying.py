"""Files whose text is indexed on another branch of the same repository: carried over, not read or cut again."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from indexer.worker.planning import same_labels
from indexer.worker.ports import Labelled
from indexer.worker.workplace import READABLE, Workplace
from search.types.files import FileRecord, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import ChunkId, FileId

CARRIED_AT_ONCE = 1_000
"""Files of one commit; their rows are in memory meanwhile, about 15 MB of them."""

Elsewhere = Mapping[str, FileRecord]
"""Path of a file to read -> its row on the branch that it may be carried from."""

Pair = tuple[Labelled, FileRecord]


@dataclass(frozen=True, slots=True)
class Carried:
    """What one commit carried over.

    Attributes:
        rows: of the files on this branch now.
        left: their identifiers on the other branch, where it is checked out no more.
        terms: identifier and terms of each of their chunks but the cards.
    """

    rows: tuple[FileRecord, ...]
    left: tuple[FileId, ...]
    terms: tuple[tuple[ChunkId, str], ...]


NOTHING_CARRIED = Carried((), (), ())


class Carrying:
    """Finds what other branches know, and carries it over."""

    def __init__(self, place: Workplace) -> None:
        self._place = place

    def elsewhere(self, root: Root, read: Sequence[Labelled], known: Mapping[str, FileRecord]) -> Elsewhere:
        """Return rows with the text that files may have, of those of ``read`` whose own is not known."""
        lacking = [one for one in read if not _has_text(known.get(one.row.path))]
        if not lacking:
            return {}
        rows = self._of_other_branches(root)
        fitting = ((one, _most_alike(one, rows.get(one.row.path, ()))) for one in lacking)
        return {one.row.path: row for one, row in fitting if row is not None}

    def _of_other_branches(self, root: Root) -> Mapping[str, Sequence[FileRecord]]:
        storage = self._place.storage
        places = tuple(one.id for one in storage.roots.all() if one.path == root.path)
        other = RowFilter(
            (
                Condition("path_hash", Operator.IN, places),
                Condition("branch", Operator.NOT_IN, (root.branch,)),
            )
        )
        found: defaultdict[str, list[FileRecord]] = defaultdict(list)
        for row in storage.files.matching(other, READABLE):
            found[row.path].append(row)
        return found

    def carry(self, pairs: Sequence[Pair]) -> Carried:
        """Carry files whose content is that of their rows elsewhere, in one commit.

        A file whose rows are others by now, or not all there, is left as it is.

        Args:
            pairs: one of `parts`.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        storage = self._place.storage
        named, before = pairs[0][0].row, pairs[0][1]
        moves = before.path_hash == named.path_hash
        with self._place.writing:
            now = storage.files.by_id([row.id for _, row in pairs])
            still = {row.id: _on_this_branch(one.row, row) for one, row in pairs if now.get(row.id) == row}
            terms = storage.branch_rows.carry(still, before.branch, copy=not moves) if still else {}
            rows = tuple(row for row in still.values() if row.id in terms)
            left = tuple(old for old, row in still.items() if row.id in terms) if moves else ()
            storage.files.upsert(rows)
            storage.files.remove(left)
        return Carried(rows, left, tuple(pair for found in terms.values() for pair in found))


def parts(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs in runs that one commit carries, each from one branch."""
    for _, group in groupby(sorted(pairs, key=_source), key=_source):
        together = list(group)
        for start in range(0, len(together), CARRIED_AT_ONCE):
            yield together[start : start + CARRIED_AT_ONCE]


def is_untouched(pair: Pair) -> bool:
    """Return whether size and time, or the object in git, say that the content is that of the row elsewhere."""
    one, row = pair
    return (one.row.size_bytes, one.row.mtime_ns) == (row.size_bytes, row.mtime_ns)


def _has_text(known: FileRecord | None) -> bool:
    return known is not None and known.state in READABLE and bool(known.content_hash)


def _most_alike(one: Labelled, rows: Sequence[FileRecord]) -> FileRecord | None:
    fitting = [row for row in rows if row.content_hash and row.id != one.row.id and same_labels(one.row, row)]
    untouched = (row for row in fitting if is_untouched((one, row)))
    return next(untouched, fitting[0] if fitting else None)


def _source(pair: Pair) -> tuple[str, str]:
    return pair[1].path_hash, pair[1].branch


def _on_this_branch(named: FileRecord, row: FileRecord) -> FileRecord:
    return replace(
        row,
        id=named.id,
        path_hash=named.path_hash,
        branch=named.branch,
        size_bytes=named.size_bytes,
        mtime_ns=named.mtime_ns,
    )
