from dataclasses import replace

from indexer.discovery.defaults import RuleGroup
from indexer.discovery.finder import FileFinder
from indexer.discovery.rules import Rules
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from indexer.types import Skip
from search.types.files import FileState
from tests.fakes.listener import NoListener
from tests.fakes.readers import NotingReader
from tests.unit.indexer.parsing import documents


def test_rules_that_are_turned_off_and_on_read_and_purge_the_difference_only(bench):
    bench.write(".gitignore", "drafts/\n")
    for path in ("drafts/plan.py", "kept.py", ".env", "app.js.map", "node_modules/a.js"):
        bench.write(path, f"text = 'of {path}'\n")
    bench.write(".git/HEAD", "ref: refs/heads/main\n")
    bench.index(semantic=False)
    label = bench.root().repository

    def indexed_with(*off):
        reader = NotingReader()
        finder = FileFinder(Rules(off=frozenset(off)))
        indexer = Indexer(bench.storage, finder, reader, bench.emit, NoListener())
        indexer.index_roots([bench.root()], semantic=False)
        indexer.close()
        states = bench.rows()
        return reader.paths, {path for path, row in states.items() if row.state is FileState.INDEXED}

    usual = {".gitignore", "kept.py"}
    assert indexed_with() == ([], usual)
    assert indexed_with((label, RuleGroup.GITIGNORE)) == (["drafts/plan.py"], {*usual, "drafts/plan.py"})
    assert indexed_with(("", RuleGroup.SECRET)) == ([".env"], {*usual, ".env"})
    assert bench.texts("drafts/plan.py") == ""
    assert indexed_with(("another", RuleGroup.SECRET)) == ([], usual)
    read, result = indexed_with(("", RuleGroup.GENERATED), ("", RuleGroup.DEPENDENCIES), (label, RuleGroup.SECRET))
    assert sorted(read) == [".env", "app.js.map", "node_modules/a.js"]
    assert result == {*usual, ".env", "app.js.map", "node_modules/a.js"}


def test_files_that_programs_wrote_by_their_names_are_read_anew_when_their_group_is_switched(bench):
    bench.write("kept.py", "def kept():\n    return 1\n")
    bench.write("app.min.js", "function squeezed(){}\n")
    bench.write("lib.min.js", "// @generated\nfunction made(){}\n")
    finder, reader = FileFinder(), NotingReader()
    indexer = Indexer(bench.storage, finder, reader, bench.emit, NoListener())
    seen = []
    for off in ([], [], ["generated"], ["generated"], []):
        finder.turn_off(off)
        indexer.index_roots([bench.root()], semantic=False)
        rows = bench.rows()
        paths = {path for path, row in rows.items() if "generated" in row.flags}
        seen.append((sorted(reader.paths), paths, rows["app.min.js"].rule))
        reader.paths.clear()
    indexer.close()
    both = ["app.min.js", "lib.min.js"]
    by_name = "built-in: *.min.js"
    assert seen == [
        (["app.min.js", "kept.py", "lib.min.js"], set(both), by_name),
        ([], set(both), by_name),
        (both, {"lib.min.js"}, ""),
        ([], {"lib.min.js"}, ""),
        (both, set(both), by_name),
    ]


def test_a_group_that_is_turned_off_again_takes_its_vectors_from_where_they_were_kept(bench):
    bench.write("app.min.js", "function squeezed(){}\n")
    finder = FileFinder()
    indexer = Indexer(bench.storage, finder, Reader(), bench.emit, NoListener())
    indexer.use_encoder(bench.encoder)
    embedded = []
    for off in (["generated"], [], ["generated"]):
        finder.turn_off(off)
        embedded.append(indexer.index_roots([bench.root()]).embedded)
        row = bench.rows()["app.min.js"]
        assert (row.state, "generated" in row.flags) == (FileState.INDEXED, not off)
        chunks = bench.storage.chunks.of_files([row.id])
        assert {bool(chunk.embed_hash) for chunk in chunks} == {bool(off)}
    indexer.close()
    assert embedded[0] > 0
    assert embedded[1:] == [0, 0]


class FinderBefore(FileFinder):
    """Takes OpenDocument files for binary by their names, as versions before did."""

    def everything(self, root, /):
        for result in super().everything(root):
            yield (
                replace(result, skip=Skip("binary", "built-in: *.odt")) if result.path.endswith(".odt") else result
            )


def test_a_format_that_is_read_now_is_taken_into_an_index_that_left_it_out_by_its_name(bench):
    bench.write("terms.odt", documents.open_text())
    bench.write("sound.txt", b"\x00\x01\x02" * 100)
    before = Indexer(bench.storage, FinderBefore(), Reader(), bench.emit, NoListener())
    before.index_roots([bench.root()], semantic=False)
    before.close()
    rows = bench.rows()
    assert [(rows[path].state, rows[path].reason) for path in ("terms.odt", "sound.txt")] == [
        (FileState.SKIPPED, "binary"),
        (FileState.SKIPPED, "binary"),
    ]
    assert [bench.index(semantic=False).changed for _ in range(2)] == [1, 0]
    assert bench.rows()["terms.odt"].state is FileState.INDEXED
    assert "renewed at night" in bench.texts("terms.odt")
