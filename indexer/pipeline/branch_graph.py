"""A graph that is built on request and not stored: of a branch in git, or of the files that a client may see.

Facts are cached by content, so only files that differ from the folder are read. Stored nodes and edges would take
their space once more for each branch.
"""

import contextlib
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from indexer.facts.shared_texts import SharedTexts
from indexer.linking.graph import Graph, RepositoryScope
from indexer.pipeline.context import key_of, wanted_of, with_contents
from indexer.pipeline.control import PACES
from indexer.pipeline.graph_building import CHILD_ABOVE_FILES, decoded, scope_of
from indexer.pipeline.graph_stage import facts_or_none
from indexer.pipeline.low_priority import started
from indexer.pipeline.ports import Depth, FileReader
from indexer.pipeline.reading_pool import read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.build import resolve
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.status import Speed

_Encoded = tuple[str, str, bytes]
"""Path, language and facts of a file."""


def resolved_graph(storage: Storage, reader: FileReader, root: Root, records: Sequence[FileRecord]) -> Graph:
    """Return nodes and edges of a root as if it held these files alone. A child process resolves many files.

    Facts that were missing from the cache are stored there if this process may write.

    Raises:
        BadInputError: git refuses.
        IndexWriteError: the disk is full or a permission is missing.
        MissingExtraError: there is no git.
    """
    fresh = _lacking_facts(storage, reader, root, records)
    stored = storage.facts.get_many([key_of(row) for row in records]) | fresh
    encoded = [(row.path, row.language, stored.get(key_of(row), b"")) for row in records]
    if len(records) > CHILD_ABOVE_FILES:
        with contextlib.suppress(BrokenProcessPool), started(1) as child:
            return child.submit(_resolved, encoded, scope_of(root, records)).result()
    return _resolved(encoded, scope_of(root, records))


def _resolved(encoded: Sequence[_Encoded], scope: RepositoryScope) -> Graph:
    texts = SharedTexts()
    return resolve([texts.share(decoded(data, path, language)) for path, language, data in encoded], scope)


def _lacking_facts(
    storage: Storage, reader: FileReader, root: Root, records: Sequence[FileRecord]
) -> dict[str, bytes]:
    """Return the facts that the cache lacks, and store them where this process may write."""
    rows = {key_of(row): row for row in records}
    lacking = [wanted_of(root, rows[key], Depth.FACTS) for key in storage.facts.missing(list(rows))]
    parts = list(batches(lacking))
    size = sum(wanted.labelled.file.size_bytes for wanted in lacking)
    fresh: dict[str, bytes] = {}
    to_store: dict[str, bytes] = {}
    contents = (with_contents(root, batch) for batch in parts)
    with contextlib.closing(read_all(reader, root, contents, size_bytes=size, pace=PACES[Speed.NORMAL])) as reads:
        for batch, read in zip(parts, reads, strict=True):
            encoded = [facts_or_none(wanted, read_file) for wanted, read_file in zip(batch, read, strict=True)]
            to_store |= dict(encoded)
            fresh |= {key_of(wanted.labelled.row): data for wanted, (_, data) in zip(batch, encoded, strict=True)}
    if storage.location.writes:
        storage.facts.put_many(to_store)
    return fresh
