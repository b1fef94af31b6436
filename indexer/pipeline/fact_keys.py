"""Under which key a file's facts are kept."""

from indexer.facts.model import EXTRACTOR_VERSION
from search.storage.keys import facts_key
from search.types.files import FileRecord


def key_of(row: FileRecord) -> str:
    """Return the key of a file's facts."""
    return facts_key(row.content_hash, row.path, EXTRACTOR_VERSION)
