"""An engine that ends between the text of a file and its row: the file is read again, whatever its row said."""

import os
from contextlib import contextmanager

import pytest

from indexer.resolve.version import GRAPH_VERSION
from search.errors import IndexWriteError


def refuse(_rows):
    raise IndexWriteError("the end", remedy="None.")


def test_a_file_that_says_again_what_its_row_says_is_read_all_the_same(bench, monkeypatch):
    file = bench.write("lease.md", "# Lease\n\nIt is renewed.\n")
    bench.index(semantic=False)
    before = file.stat()
    bench.write("lease.md", "# Harbour\n\nA crane.\n")
    with monkeypatch.context() as patch:
        patch.setattr(bench.storage.files, "upsert", refuse)
        with pytest.raises(IndexWriteError):
            bench.index(semantic=False)
    bench.write("lease.md", "# Lease\n\nIt is renewed.\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    bench.index(semantic=False)

    assert "It is renewed." in bench.texts("lease.md")
    assert "crane" not in bench.texts("lease.md")


@contextmanager
def another_run_meanwhile(bench, monkeypatch, runs):
    """Have ``runs``, which is given what patches, called once while a run has read files and not written them."""
    known = bench.storage.vectors.get_many
    with monkeypatch.context() as patch:

        def known_after_another_run(*arguments):
            patch.setattr(bench.storage.vectors, "get_many", known)
            before = known(*arguments)
            runs(patch)
            return before

        patch.setattr(bench.storage.vectors, "get_many", known_after_another_run)
        yield


def test_a_file_that_two_runs_read_at_once_keeps_its_vectors(bench, monkeypatch):
    bench.indexer.use_encoder(bench.encoder)
    root = bench.root()
    bench.write("lease.md", "# Lease\n\nIt is renewed.\n")

    def runs(patch):
        bench.index()
        patch.setattr(bench.storage.files, "upsert", refuse)

    with another_run_meanwhile(bench, monkeypatch, runs), pytest.raises(IndexWriteError):
        bench.indexer.update_paths(root.id, ["lease.md"])

    bench.index()

    assert bench.rows()["lease.md"].meaning
    stored = bench.storage.chunks.stored_vectors([bench.rows()["lease.md"].id])
    assert [chunk.id for chunk in stored if chunk.vector is None] == []


def test_a_new_file_that_two_runs_read_at_once_keeps_what_the_graph_says_of_it(bench, monkeypatch):
    root = bench.root()
    bench.write("lease.py", "class Lease:\n    pass\n")

    def runs(patch):
        bench.write("desk.py", "from lease import Lease\n\nLEASE = Lease()\n")
        bench.index(semantic=False)
        patch.setattr(bench.indexer._scheduler, "schedule", lambda *_, **__: None)  # the end comes before

    with another_run_meanwhile(bench, monkeypatch, runs):
        bench.indexer.update_paths(root.id, ["lease.py"])

    assert bench.rows()["lease.py"].referred_by == 1


def test_a_graph_whose_numbers_are_not_those_of_the_rows_is_made_again(bench):
    bench.write("lease.py", "class Lease:\n    pass\n")
    bench.write("desk.py", "from lease import Lease\n\nLEASE = Lease()\n")
    bench.index(semantic=False)
    assert bench.storage.current_graphs(GRAPH_VERSION) == {bench.root().id}

    bench.storage.files.set_numbers("referred_by", {bench.rows()["lease.py"].id: 0})

    assert bench.storage.current_graphs(GRAPH_VERSION) == set()
