"""Shows exactly what a client with some access may see, by the same filter that every answer passes."""

from collections import Counter

from search.storage.storage import Storage
from search.types.filters import OWNER, Access
from search.types.status import AccessView, VisibleFile


def access_view(storage: Storage, access: Access, limit: int) -> AccessView:
    """Return the counts of what is visible with this access, and at most ``limit`` files of it."""
    rows = storage.files.matching(access.row_filter())
    everything = sum(count for _state, count in storage.files.state_counts(OWNER.row_filter()))
    states = Counter(row.state.value for row in rows)
    labels = Counter(f"{row.repository}@{row.branch}" for row in rows)
    ordered = sorted(rows, key=lambda row: (row.repository, row.branch, row.path))
    return AccessView(
        total=len(rows),
        hidden=everything - len(rows),
        states=tuple(sorted(states.items())),
        roots=tuple(sorted(labels.items())),
        files=tuple(
            VisibleFile(row.id, row.path, row.state.value, row.tenant, row.groups, row.tags)
            for row in ordered[: max(0, limit)]
        ),
    )
