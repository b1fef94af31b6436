"""The graph of a branch that is read from git's objects: made when it is asked for and not stored.

What its files say is kept by content, so only what differs from the folder is read; rows of nodes and edges would
take their room again for each branch.
"""

import contextlib
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from indexer.linking.graph import Graph, RepositoryScope
from indexer.pipeline.child_process import started
from indexer.pipeline.context import linkable, wanted_of, with_contents
from indexer.pipeline.control import PACES
from indexer.pipeline.fact_keys import key_of
from indexer.pipeline.graph_building import APART_ABOVE_FILES, decoded, scope_of
from indexer.pipeline.graph_stage import facts_or_none
from indexer.pipeline.ports import Depth, FileReader
from indexer.pipeline.reading_pool import read_all
from indexer.pipeline.text_stage import batches
from indexer.resolve.build import resolve
from search.storage.storage import Storage
from search.types.files import FileRecord, Root
from search.types.status import Speed

_Encoded = tuple[str, str, bytes]
"""Path, language and facts of a file."""


def branch_graph(storage: Storage, reader: FileReader, root: Root) -> Graph:
    """Return nodes and edges of a branch as it is indexed now; of many files a child process resolves them.

    What its files say is kept, if it was not yet and may be.

    Raises:
        BadInputError: git refuses.
        IndexWriteError: the disk is full or a permission is missing.
        MissingExtraError: there is no git.
    """
    records = linkable(storage, root)
    fresh = _lacking_facts(storage, reader, root, records)
    stored = storage.facts.get_many([key_of(row) for row in records]) | fresh
    encoded = [(row.path, row.language, stored.get(key_of(row), b"")) for row in records]
    if len(records) > APART_ABOVE_FILES:
        with contextlib.suppress(BrokenProcessPool), started(1) as child:
            return child.submit(_resolved, encoded, scope_of(root, records)).result()
    return _resolved(encoded, scope_of(root, records))


def _resolved(encoded: Sequence[_Encoded], scope: RepositoryScope) -> Graph:
    return resolve([decoded(data, path, language) for path, language, data in encoded], scope)


def _lacking_facts(
    storage: Storage, reader: FileReader, root: Root, records: Sequence[FileRecord]
) -> dict[str, bytes]:
    """Return what files say that is not kept yet, and keep it where the index may be written."""
    rows = {key_of(row): row for row in records}
    lacking = [wanted_of(root, rows[key], Depth.FACTS) for key in storage.facts.missing(list(rows))]
    cut = list(batches(lacking))
    size = sum(one.labelled.found.size_bytes for one in lacking)
    fresh: dict[str, bytes] = {}
    kept: dict[str, bytes] = {}
    contents = (with_contents(root, batch) for batch in cut)
    with contextlib.closing(read_all(reader, root, contents, size_bytes=size, pace=PACES[Speed.NORMAL])) as reads:
        for batch, read in zip(cut, reads, strict=True):
            found = [facts_or_none(one, each) for one, each in zip(batch, read, strict=True)]
            kept |= dict(found)
            fresh |= {key_of(one.labelled.row): data for one, (_, data) in zip(batch, found, strict=True)}
    if storage.place.writes:
        storage.facts.put_many(kept)
    return fresh
