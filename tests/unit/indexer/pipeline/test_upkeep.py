"""What idle time is used for."""

from indexer.pipeline import indexer


def test_what_the_upkeep_of_the_tables_read_is_given_back_to_the_system(bench, monkeypatch):
    done = []
    maintain = bench.storage.maintain
    monkeypatch.setattr(bench.storage, "maintain", lambda: done.append("maintained") or maintain())
    monkeypatch.setattr(indexer, "trim_heap", lambda: done.append("given back"))
    bench.write("lease.md", "# Lease\n\nThe worker renews its lease.\n")
    bench.index()
    bench.indexer._maintain()
    assert done == ["maintained", "given back"]
