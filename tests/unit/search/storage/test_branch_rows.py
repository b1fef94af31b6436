import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import groupby

import pytest

from search.storage import database
from search.storage.schema import CHUNKS
from search.storage.storage import Storage
from search.types.chunks import ChunkKind
from search.types.ids import RootId, card_id, file_id

FILES, SHARED = 400, 240
"""Of the files of one branch, so many read the same on the other."""


def compacted_bytes(storage) -> int:
    drop_at_once = timedelta(0)
    storage.database.write_moving(
        CHUNKS, lambda table: table.optimize(cleanup_older_than=drop_at_once, delete_unverified=True)
    )
    return sum(path.stat().st_size for path in (storage.layout.tables / "chunks.lance").rglob("*.lance"))


def texts_of(storage, file):
    return [(chunk.ordinal, chunk.text) for chunk in storage.chunks.of_files([file])]


def filled(storage, make_file, make_chunk):
    """Write files of one chunk and a card each, whose texts have nothing in common, and return them."""
    letters = random.Random(5)
    files = [make_file(f"src/part{number:03}.py", chunk_count=1) for number in range(FILES)]
    chunks = []
    for file in files:
        text = letters.randbytes(2_000).hex()
        chunks.append(make_chunk(file.path, text=text, terms=text))
        card = {"id": card_id(file.id), "kind": ChunkKind.CARD, "terms": "", "ordinal": -1}
        chunks.append(make_chunk(file.path, **card))
    storage.chunks.replace_files([file.id for file in files], chunks, {})
    return files


def reused_rows(storage, files, branch, others=()):
    """Carry files to another branch, beside what ``others`` have; return them there by their identifiers here."""
    root = RootId(branch[0] * 64)
    there = {
        file.id: replace(file, id=file_id("shop", branch, file.path), branch=branch, path_hash=root)
        for file in files
    }
    for start in range(0, len(files), 100):
        part = dict(list(there.items())[start : start + 100])
        beside = [other[file].id for other in others for file in part]
        storage.branch_rows.copy_rows(part, files[0], beside, copy=True)
    return there


@pytest.mark.filterwarnings("ignore:optimize")
@pytest.mark.parametrize("made_before", [False, True], ids=["new index", "index of an older program"])
def test_text_that_two_branches_share_takes_its_room_once(
    tmp_path, make_file, make_chunk, made_before, monkeypatch
):
    if made_before:
        with monkeypatch.context() as older:
            older.setattr(database, "ENCODINGS", {})
            Storage(tmp_path / "index").close()
    storage = Storage(tmp_path / "index")
    files = filled(storage, make_file, make_chunk)
    first = compacted_bytes(storage)
    there = reused_rows(storage, files[:SHARED], "next")
    grown = compacted_bytes(storage) - first
    assert storage.chunks.count() == 2 * (FILES + SHARED)
    assert grown < 0.1 * first
    for old, new in there.items():
        assert texts_of(storage, old) == texts_of(storage, new.id)
    storage.close()


def test_text_that_many_branches_share_stands_together(tmp_path, make_file, make_chunk):
    storage = Storage(tmp_path / "index")
    files = filled(storage, make_file, make_chunk)[:SHARED]
    others = []
    for branch in ("next", "old", "release"):
        others.append(reused_rows(storage, files, branch, others))
    order = [chunk.partition(":chunk:")[2] for rows in storage.chunks.batches() for chunk in rows.ids]
    runs = Counter(position for position, _ in groupby(order))
    assert Counter(order)[f"{files[0].path}#card/-1"] == 4
    assert max(runs.values()) == 2  # of one commit, what is new comes behind what was there
    storage.close()
