from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from indexer.resolve.version import GRAPH_VERSION
from search.storage.storage import Storage
from tests.fakes.listener import NoListener


def test_a_graph_that_a_crash_left_behind_its_files_is_built_at_the_next_start(bench, monkeypatch):
    bench.write("a.py", "class A:\n    pass\n")
    bench.write("b.py", "class B:\n    pass\n")
    bench.index(semantic=False)
    bench.write("b.py", "from a import A\n\n\nclass B(A):\n    pass\n")
    monkeypatch.setattr(bench.indexer._scheduler, "schedule", lambda *_, **__: None)
    bench.index(semantic=False)
    assert bench.rows()["a.py"].referred_by == 0
    again = Storage(bench.folder / "index")
    indexer = Indexer(again, FileFinder(), Reader(), bench.emit, NoListener())
    assert indexer.ready().graph == 0.0
    indexer.index_roots([bench.root()], semantic=False)
    indexer.close()
    assert {row.path: row.referred_by for row in again.files.of_root(bench.root().id).values()} == {
        "a.py": 1,
        "b.py": 0,
    }


def test_a_root_that_is_forgotten_and_added_again_has_no_graph_before_it_is_built(bench, monkeypatch):
    bench.write("a.py", "class A:\n    pass\n")
    bench.index(semantic=False)
    bench.indexer.forget(bench.root())
    # the engine is killed once words are written
    monkeypatch.setattr(bench.indexer._scheduler, "schedule", lambda *_, **__: None)
    bench.index(semantic=False)
    again = Storage(bench.folder / "index")
    assert again.current_graphs(GRAPH_VERSION) == set()


def test_a_saved_file_takes_itself_out_of_what_the_graph_answers_and_no_other(bench, monkeypatch):
    for name in "abcd":
        bench.write(f"{name}.py", f"class {name.upper()}:\n    pass\n")
    bench.index(semantic=False)
    assert bench.indexer.ready().graph == 1.0
    monkeypatch.setattr(bench.indexer._scheduler, "schedule", lambda *_, **__: None)
    bench.write("a.py", "class Other:\n    pass\n")
    bench.indexer.update_paths(bench.root().id, ["a.py"])
    assert bench.indexer.ready().graph == 0.75
    monkeypatch.undo()
    bench.write("b.py", "class More:\n    pass\n")
    bench.index(semantic=False)
    assert bench.indexer.ready().graph == 1.0
