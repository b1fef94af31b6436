"""Pages that may have been made of a document beside them: ``api.html`` of ``api.md``."""

from collections import defaultdict
from collections.abc import Iterable

from search.types.files import FileRecord, Flag
from search.types.ids import RootId

PAGE = "html"
"""Language of what documents are rendered to."""
_MOST_WITH_A_NAME = 8
"""Files with one name in one folder of which more are a series, such as parts of a dump."""


def rendered_pairs(records: Iterable[FileRecord]) -> list[tuple[FileRecord, FileRecord]]:
    """Return each page with each other document of its folder that has its name but for the ending."""
    by_name: dict[tuple[RootId, str], list[FileRecord]] = defaultdict(list)
    for record in records:
        if Flag.DOCUMENT.value in record.flags:
            folder, _, name = record.path.rpartition("/")
            by_name[record.path_hash, f"{folder}/{name.partition('.')[0]}"].append(record)
    return [
        (page, source)
        for twins in by_name.values()
        if 1 < len(twins) <= _MOST_WITH_A_NAME
        for page in twins
        if page.language == PAGE
        for source in twins
        if source.language != PAGE
    ]
