"""What idle time is used for."""

import threading
from dataclasses import replace

from indexer.pipeline import indexer
from indexer.pipeline.scheduler import Scheduler
from search.types.files import FileState
from search.types.filters import RowFilter


def test_what_the_upkeep_of_the_tables_read_is_given_back_to_the_system(bench, monkeypatch):
    done = []
    maintain = bench.storage.maintain
    monkeypatch.setattr(bench.storage, "maintain", lambda: done.append("maintained") or maintain())
    monkeypatch.setattr(indexer, "trim_heap", lambda: done.append("given back"))
    bench.write("lease.md", "# Lease\n\nThe worker renews its lease.\n")
    bench.index()
    bench.indexer._maintain()
    assert done == ["maintained", "given back"]


def test_chunks_whose_file_the_manifest_lost_are_deleted_by_upkeep(bench):
    bench.write("lease.md", "# Lease\n\nThe worker renews its lease.\n")
    bench.write("gone.md", "# Gone\n\nIts row was lost with the power.\n")
    bench.index()
    rows = {row.path: row for row in bench.storage.files.matching(RowFilter())}
    bench.storage.files.upsert([replace(rows["gone.md"], state=FileState.GONE, chunk_count=0)])
    assert bench.storage.chunks.files() == {row.id for row in rows.values()}
    bench.indexer._maintain()
    assert bench.storage.chunks.files() == {rows["lease.md"].id}


def test_a_file_that_is_written_while_upkeep_waits_for_its_turn_keeps_its_chunks(bench):
    bench.write("late.md", "# Late\n\nIt is written beside the upkeep.\n")
    bench.index()
    storage = bench.storage
    (row,) = storage.files.matching(RowFilter())
    chunks = storage.chunks.of_files([row.id])
    storage.chunks.replace_files([row.id], [], {})
    storage.files.remove([row.id])
    upkeep = threading.Thread(target=bench.indexer._maintain)
    with bench.indexer._context.writing:
        upkeep.start()
        upkeep.join(0.5)
        storage.chunks.replace_files([row.id], chunks, {})
        storage.files.upsert([row])
    upkeep.join(30)
    assert storage.chunks.of_files([row.id]) == chunks


def test_chunks_of_a_file_that_waits_to_be_read_again_stay(bench):
    bench.write("lease.md", "# Lease\n")
    bench.index()
    (row,) = bench.storage.files.matching(RowFilter())
    bench.storage.files.upsert([replace(row, state=FileState.WAITING)])
    bench.indexer._maintain()
    assert bench.storage.chunks.files() == {row.id}


def test_upkeep_waits_until_the_words_are_read(bench):
    bench.write("lease.md", "# Lease\n")
    bench.index()
    kept_up = threading.Event()
    scheduler = Scheduler(bench.indexer._context, bench.indexer._control, kept_up.set, upkeep_seconds=0.0)
    try:
        with scheduler.reading():
            for _ in range(5):  # each one wakes it
                scheduler.schedule(bench.root(), graph=False, embedding=False)
                assert not kept_up.wait(0.1)
        assert kept_up.wait(30)
    finally:
        scheduler.close()
