from indexer.pipeline.context import key_of
from search.events import Notice
from search.types.files import FileState


def _states(bench) -> set[str]:
    return {row.state.value for row in bench.rows().values()}


def test_a_root_that_is_not_there_keeps_its_files_and_says_so_once(bench):
    bench.write("a.py", "class Lease:\n    pass\n")
    root = bench.root()
    bench.index(semantic=False)
    bench.root_folder.rename(bench.folder / "away")
    bench.indexer.update_paths(root.id, ["a.py"])
    bench.indexer.index_roots([root], semantic=False)
    row = bench.storage.files.of_root(root.id)["a.py"]
    assert (row.state, row.reason, row.flags) == (FileState.OFFLINE, "its folder is not there", ("offline",))
    assert bench.storage.chunks.count() == 2
    assert len([notice for notice in bench.events_of(Notice) if "is missing" in str(notice.message)]) == 1
    assert bench.indexer.ready().keyword == 1.0


def test_a_root_that_comes_back_is_as_it_was_and_nothing_is_read_again(bench):
    bench.write("a.py", "class Lease:\n    pass\n")
    root = bench.root()
    bench.index(semantic=False)
    before = bench.rows()
    bench.root_folder.rename(bench.folder / "away")
    bench.indexer.index_roots([root], semantic=False)
    (bench.folder / "away").rename(bench.root_folder)
    report = bench.index(semantic=False)
    assert report.changed == 0
    assert bench.rows() == before


def test_what_a_rule_says_of_a_file_is_known_when_its_root_comes_back(bench):
    bench.write("app.min.js", "function squeezed(){}\n")
    bench.write("big.min.js", "function a(b){return b};" * 20_000)
    root = bench.root()
    bench.index(semantic=False)
    before = bench.rows()
    assert {row.state.value for row in before.values()} == {"indexed", "truncated"}
    bench.root_folder.rename(bench.folder / "away")
    bench.indexer.index_roots([root], semantic=False)
    away = bench.storage.files.of_root(root.id).values()
    assert {row.state.value for row in away} == {"offline"}
    (bench.folder / "away").rename(bench.root_folder)
    assert bench.index(semantic=False).changed == 0
    assert bench.rows() == before


def test_an_empty_folder_in_place_of_a_drive_is_no_deletion(bench):
    bench.write("a.py", "x = 1\n")
    root = bench.root()
    bench.index(semantic=False)
    bench.root_folder.rename(bench.folder / "drive")
    bench.root_folder.mkdir()
    bench.indexer.index_roots([root], semantic=False)
    assert _states(bench) == {"offline"}


def test_a_root_whose_last_file_is_deleted_is_there(bench):
    file = bench.write("a.py", "x = 1\n")
    bench.index(semantic=False)
    file.unlink()
    bench.index(semantic=False)
    assert _states(bench) == {"gone"}


def test_what_files_say_is_kept_while_their_root_is_away(bench):
    bench.write("a.py", "def renew():\n    return 1\n")
    bench.index(semantic=False)
    keys = [key_of(row) for row in bench.rows().values()]
    assert bench.storage.facts.missing(keys) == []
    bench.root_folder.rename(bench.folder / "away")
    bench.indexer.index_roots([bench.storage.roots.all()[0]], semantic=False)
    bench.indexer._maintain()
    assert bench.storage.facts.missing(keys) == []
