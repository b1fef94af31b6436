import os
import re
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.discovery.root_settings import SETTINGS_FILE
from indexer.pipeline import pending_work
from indexer.pipeline.history_stage import HistoryStage
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from indexer.watching.coalescer import Changes
from search.errors import BadInputError, IndexWriteError, ModelError, NotFoundError
from search.events import FileFailed, FilesChanged, Notice, Progress
from search.storage.schema import FILES, NODES
from search.types.files import FileState, Root
from search.types.filters import RowFilter
from search.types.results import Ready
from tests.unit.indexer.pipeline.conftest import Bench

CART = '''"""The cart."""

from shop.money import Money


class Cart:
    """Holds lines."""

    def total(self) -> Money:
        return Money(1)
'''
MONEY = '''class Money:
    """An amount."""

    def __init__(self, amount: int) -> None:
        self.amount = amount
'''


def fill(bench) -> None:
    bench.write("shop/cart.py", CART)
    bench.write("shop/money.py", MONEY)
    bench.write("docs/guide.md", "# Guide\n\nHow to pay.\n\n## Refunds\n\nAsk us.\n")


def test_a_root_is_indexed_with_text_graph_and_manifest(bench):
    fill(bench)
    report = bench.index(semantic=False)
    assert (report.files, report.changed, report.failed) == (3, 3, 0)
    assert 0 < report.chunks == bench.storage.chunks.count() - report.files
    assert report.nodes > 3
    assert "class Money" in bench.texts("shop/money.py")
    row = bench.rows()["shop/cart.py"]
    assert (row.state, row.language, row.product, row.meaning) == (FileState.INDEXED, "python", "shop", False)
    assert {"Cart", "total"} <= set(row.definitions)
    assert row.content_hash
    assert row.line_count == CART.count("\n") + 1
    assert bench.rows()["shop/money.py"].referred_by == 1
    assert bench.indexer.ready() == Ready(names=1.0, keyword=1.0, graph=1.0, semantic=0.0)


def test_everything_is_told_after_it_is_committed(bench):
    fill(bench)
    bench.index(semantic=False)
    assert sorted(path for paths, _ in bench.listener.replaced for path in paths) == sorted(bench.rows())
    assert bench.listener.graphs == [bench.root().id]
    assert sorted(p for event in bench.events_of(FilesChanged) for p in event.paths) == sorted(bench.rows())
    steps = [event.activity.step for event in bench.events_of(Progress)]
    assert list(dict.fromkeys(step for step in steps if step)) == ["names", "words", "graph"]
    assert steps[-1] == ""
    assert bench.indexer.activity.step == ""


def test_indexing_again_reads_and_writes_nothing(bench):
    fill(bench)
    bench.write("empty.py", "")
    bench.write("picture.txt", b"\x89PNG\0\0\0\1" * 50)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    versions = [bench.storage.chunks.version(), bench.storage.database.table_version("files")]
    embedded = len(bench.encoder.texts)
    report = bench.index()
    assert (report.changed, report.embedded, report.files) == (0, 0, 3)
    assert [bench.storage.chunks.version(), bench.storage.database.table_version("files")] == versions
    assert len(bench.encoder.texts) == embedded


def test_a_file_touched_without_change_is_not_cut_again(bench):
    fill(bench)
    bench.index(semantic=False)
    version = bench.storage.chunks.version()
    os.utime(bench.root_folder / "shop" / "cart.py", ns=(10**18, 10**18))
    assert bench.index(semantic=False).changed == 0
    assert bench.storage.chunks.version() == version
    assert bench.rows()["shop/cart.py"].mtime_ns == 10**18


def test_a_changed_file_is_replaced_and_the_rest_stays(bench):
    fill(bench)
    bench.index(semantic=False)
    bench.write("shop/money.py", "class Coin:\n    pass\n")
    report = bench.index(semantic=False)
    assert report.changed == 1
    assert bench.texts("shop/money.py") == "class Coin:\n    pass"
    assert bench.rows()["shop/money.py"].definitions == ("Coin",)
    assert "class Cart" in bench.texts("shop/cart.py")


def test_a_deleted_file_is_gone_and_says_so(bench):
    fill(bench)
    bench.index(semantic=False)
    (bench.root_folder / "shop" / "money.py").unlink()
    bench.index(semantic=False)
    row = bench.rows()["shop/money.py"]
    assert (row.state, row.chunk_count, row.definitions) == (FileState.GONE, 0, ())
    assert bench.texts("shop/money.py") == ""
    assert bench.events_of(FilesChanged)[-1] == FilesChanged((), ("shop/money.py",), root=bench.root().name)
    assert all(node.path != "shop/money.py" for node in bench.storage.graph.nodes(RowFilter()))
    bench.write("shop/money.py", MONEY)
    bench.index(semantic=False)
    assert bench.rows()["shop/money.py"].state is FileState.INDEXED


def test_vectors_come_last_and_nothing_is_embedded_twice(bench):
    fill(bench)
    bench.write("copy/cart.py", CART)
    bench.indexer.use_encoder(bench.encoder)
    report = bench.index()
    assert report.embedded == len(bench.encoder.texts) == len(set(bench.encoder.texts))
    assert all(row.meaning for row in bench.rows().values())
    assert bench.indexer.ready() == Ready(names=1.0, keyword=1.0, graph=1.0, semantic=1.0)
    ids, cosines = bench.storage.chunks.nearest(bench.encoder.encode_query("refunds"), RowFilter(), 1)
    assert "guide.md" in ids[0]
    assert cosines[0] > 0.2
    stored = bench.storage.chunks.stored_vectors([row.id for row in bench.rows().values()])
    assert [chunk.id for chunk in stored if chunk.vector is None] == []


def test_a_change_embeds_its_difference_only(bench):
    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.encoder.texts.clear()
    bench.write("docs/guide.md", "# Guide\n\nHow to pay.\n\n## Refunds\n\nAsk us.\n\n## Gifts\n\nWrap them.\n")
    bench.index()
    assert 0 < len(bench.encoder.texts) <= 2
    assert any("Gifts" in text for text in bench.encoder.texts)


def test_a_moved_file_embeds_nothing(bench):
    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.encoder.texts.clear()
    (bench.root_folder / "shop" / "cart.py").rename(bench.root_folder / "shop" / "basket.py")
    report = bench.index()
    assert (report.changed, report.embedded) == (1, 0)
    assert bench.encoder.texts == []
    assert bench.rows()["shop/basket.py"].meaning
    assert bench.rows()["shop/cart.py"].state is FileState.GONE


def test_another_branch_embeds_its_difference_only_and_replaces_the_first(bench):
    fill(bench)
    head = bench.write(".git/HEAD", "ref: refs/heads/main\n")
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.encoder.texts.clear()
    head.write_text("ref: refs/heads/next\n")
    bench.write("shop/money.py", MONEY.replace("An amount", "A sum"))
    bench.index()
    assert all("A sum" in text or "money" in text for text in bench.encoder.texts)
    assert 0 < len(bench.encoder.texts) <= 3
    rows = bench.storage.files.matching(RowFilter())
    assert {row.branch for row in rows} == {"next"}
    chunks = bench.storage.chunks.of_files([row.id for row in rows])
    assert bench.storage.chunks.count() == len(chunks)
    assert all(chunk.id.startswith("shop@next:") for chunk in chunks)


def test_a_file_that_cannot_be_read_is_recorded_and_the_rest_goes_on(bench, monkeypatch):
    fill(bench)

    class Picky(Reader):
        def read(self, root, labelled, known_hash, depth, /):
            if labelled.row.path == "shop/money.py":
                raise ZeroDivisionError("a parser's bug")
            return super().read(root, labelled, known_hash, depth)

    bench.indexer._context = replace(bench.indexer._context, reader=Picky())
    bench.indexer._text_stage._context = bench.indexer._context
    report = bench.index(semantic=False)
    assert (report.files, report.failed) == (2, 1)
    row = bench.rows()["shop/money.py"]
    assert re.fullmatch(r"an error in Dowse .*: ZeroDivisionError at test_indexer.py:\d+", row.reason)
    assert (row.state, report.failures) == (FileState.FAILED, (("shop/money.py", row.reason),))
    assert bench.events_of(FileFailed) == [FileFailed("shop/money.py", row.reason, "shop")]
    versions = [bench.storage.database.table_version(name) for name in ("files", "chunks")]
    again = bench.index(semantic=False)
    assert (again.failed, again.changed) == (1, 0)
    assert [bench.storage.database.table_version(name) for name in ("files", "chunks")] == versions
    bench.indexer._text_stage._context = replace(bench.indexer._context, reader=Reader())
    assert bench.index(semantic=False).failed == 0


def test_a_file_that_vanishes_while_it_is_read_is_gone(bench):
    fill(bench)
    vanishing = bench.root_folder / "shop" / "money.py"

    class Late(Reader):
        def read(self, root, labelled, known_hash, depth, /):
            vanishing.unlink(missing_ok=True)
            return super().read(root, labelled, known_hash, depth)

    bench.indexer._text_stage._context = replace(bench.indexer._context, reader=Late())
    report = bench.index(semantic=False)
    assert (report.files, report.failed) == (2, 0)
    assert bench.rows()["shop/money.py"].state is FileState.GONE


def test_an_ignore_rule_that_appears_purges_and_one_that_goes_brings_back(bench):
    fill(bench)
    bench.index(semantic=False)
    bench.write(".dowseignore", "docs/\n")
    bench.index(semantic=False)
    assert bench.texts("docs/guide.md") == ""
    assert bench.rows().get("docs/guide.md") is None
    (bench.root_folder / ".dowseignore").unlink()
    bench.index(semantic=False)
    assert "How to pay" in bench.texts("docs/guide.md")


def test_changed_labels_reach_every_row(bench):
    fill(bench)
    bench.index(semantic=False)
    bench.write(".dowse.toml", 'tenant = "acme"\ngroups = ["staff"]\n')
    bench.index(semantic=False)
    rows = [row for row in bench.rows().values() if row.path != SETTINGS_FILE]
    assert {row.tenant for row in rows if row.state is FileState.INDEXED} == {"acme"}
    chunks = bench.storage.chunks.of_files([row.id for row in rows])
    assert {chunk.groups for chunk in chunks} == {("staff",)}
    nodes = bench.storage.graph.nodes(RowFilter())
    assert {node.groups for node in nodes if node.path and node.path != SETTINGS_FILE} == {("staff",)}


def test_a_saved_file_is_searchable_when_the_call_returns(bench):
    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.write("shop/new.py", "class Voucher:\n    pass\n")
    (bench.root_folder / "shop" / "money.py").unlink()
    bench.indexer.update_paths(bench.root().id, ["shop/new.py", "shop/money.py"])
    assert "Voucher" in bench.texts("shop/new.py")
    assert bench.texts("shop/money.py") == ""
    bench.index()
    assert bench.rows()["shop/new.py"].meaning
    assert any(node.name == "Voucher" for node in bench.storage.graph.nodes(RowFilter()))


def test_a_new_folder_is_read_whole_and_a_deleted_one_disappears_whole(bench):
    fill(bench)
    bench.index(semantic=False)
    bench.write("new/deep/a.py", "class A:\n    pass\n")
    bench.write("newer.py", "class B:\n    pass\n")
    bench.indexer.update_paths(bench.root().id, ["new"])
    assert "class A" in bench.texts("new/deep/a.py")
    assert bench.texts("newer.py") == ""
    for file in (bench.root_folder / "new" / "deep").iterdir():
        file.unlink()
    (bench.root_folder / "new" / "deep").rmdir()
    bench.indexer.update_paths(bench.root().id, ["new"])
    assert bench.texts("new/deep/a.py") == ""
    assert bench.rows()["new/deep/a.py"].state is FileState.GONE


@pytest.mark.parametrize("changes", [Changes("", (), whole=True), Changes("", (".gitignore",))])
def test_a_whole_change_or_a_rule_compares_the_root(bench, changes):
    fill(bench)
    bench.index(semantic=False)
    bench.write("shop/other.py", "class Other:\n    pass\n")
    bench.indexer.apply(replace(changes, root=bench.root().id))
    assert "Other" in bench.texts("shop/other.py")
    bench.indexer.apply(Changes("unknown root", whole=True))


def test_a_root_that_is_not_there_keeps_its_rows_and_says_so(bench):
    fill(bench)
    root = bench.root()
    bench.index(semantic=False)
    bench.root_folder.rename(bench.folder / "unplugged")
    report = bench.indexer.index_roots([root])
    assert (report.files, report.changed) == (3, 0)
    assert "is missing" in str(bench.events_of(Notice)[-1].message)
    assert bench.storage.chunks.count() - report.files == report.chunks > 0


def test_forgetting_removes_everything_and_a_second_root_stays(bench):
    fill(bench)
    other = bench.folder / "other"
    other.mkdir()
    (other / "b.py").write_text("class B:\n    pass\n")
    bench.index(semantic=False)
    second = bench.storage.roots.add(other)
    bench.indexer.index_roots([second], semantic=False)
    bench.indexer.forget(bench.root())
    assert [row.path for row in bench.storage.files.matching(RowFilter())] == ["b.py"]
    assert {node.path_hash for node in bench.storage.graph.nodes(RowFilter())} == {second.id}
    assert [root.repository for root in bench.storage.roots.all()] == ["other"]
    assert len(bench.listener.replaced[-1][1]) == 3
    with pytest.raises(NotFoundError):
        bench.indexer.index_roots([replace(second, id="unknown")])


@pytest.mark.parametrize("step", ["graph", "files"])
def test_a_root_whose_forgetting_was_killed_is_indexed_whole_again(bench, monkeypatch, step):
    fill(bench)
    bench.index(semantic=False)
    whole = {path: bench.texts(path) for path in bench.rows()}
    write = bench.storage.database.write

    def killed(table, *arguments):
        if table == {"graph": NODES, "files": FILES}[step] and not bench.storage.chunks.count():
            raise KeyboardInterrupt
        return write(table, *arguments)

    monkeypatch.setattr(bench.storage.database, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        bench.indexer.forget(bench.root())
    monkeypatch.undo()
    bench.index(semantic=False)
    assert {path: bench.texts(path) for path in bench.rows()} == whole


def test_a_fault_in_the_background_is_told_and_ends_neither_its_thread_nor_who_waits(bench, monkeypatch):
    def faulty(*_):
        raise TypeError("no such thing")

    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    monkeypatch.setattr(bench.indexer._scheduler.embedding_stage, "run", faulty)
    with pytest.raises(TypeError, match="no such thing"):
        bench.index(semantic=True)
    bench.indexer._scheduler.schedule(bench.root(), graph=False, embedding=True)
    with bench.changed:
        assert bench.changed.wait_for(lambda: bench.events_of(Notice), 20)
    assert "TypeError: no such thing" in str(bench.events_of(Notice)[-1].message)
    monkeypatch.undo()
    bench.index(semantic=True)
    assert bench.indexer.ready().semantic == 1.0


def test_a_cancelled_run_ends_early_and_the_next_one_goes_on(bench):
    for number in range(80):
        bench.write(f"p/{number}.py", f"class C{number}:\n    pass\n")

    def cancel_after_first(event: object) -> None:
        if isinstance(event, FilesChanged):
            bench.indexer.cancel()

    bench.indexer._text_stage._commits._context = replace(bench.indexer._context, emit=cancel_after_first)
    first = bench.index(semantic=False)
    assert 0 < first.files < 80
    waiting = [row for row in bench.rows().values() if row.state is FileState.WAITING]
    assert len(waiting) == 80 - first.files
    bench.indexer._text_stage._commits._context = bench.indexer._context
    assert bench.index(semantic=False).files == 80


def paused_run(bench):
    """Return the thread of a run that is paused before its words."""
    fill(bench)
    bench.indexer.pause(paused=True)
    thread = threading.Thread(target=bench.index, kwargs={"semantic": False})
    thread.start()
    with bench.changed:
        assert bench.changed.wait_for(
            lambda: any(e.activity.step == "words" and e.activity.paused for e in bench.events_of(Progress)), 20
        )
    return thread


def test_a_paused_run_waits_until_it_may_go_on(bench):
    thread = paused_run(bench)
    assert bench.storage.chunks.count() == 0
    bench.indexer.pause(paused=False)
    thread.join(30)
    assert bench.storage.chunks.count() > 0


def test_what_a_paused_run_holds_up_is_refused_and_possible_when_it_goes_on(bench):
    thread = paused_run(bench)
    with pytest.raises(BadInputError, match="paused"):
        bench.indexer.forget(bench.root())
    bench.indexer.pause(paused=False)
    thread.join(30)
    bench.indexer.forget(bench.root())
    assert bench.storage.chunks.count() == 0


def test_a_model_that_fails_is_an_error_of_the_run_and_words_stay(bench):
    fill(bench)

    class Broken(type(bench.encoder)):
        def encode(self, texts, /):
            raise ModelError("the model ran out of memory", remedy="Close other programs.")

    bench.indexer.use_encoder(Broken())
    with pytest.raises(ModelError, match="memory"):
        bench.index()
    assert "class Cart" in bench.texts("shop/cart.py")
    assert bench.indexer.ready().keyword == 1.0
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    assert bench.indexer.ready().semantic == 1.0


def test_a_full_disk_stops_the_run_with_its_name_and_the_next_one_goes_on(bench, monkeypatch):
    fill(bench)
    original = type(bench.storage.chunks).replace_files

    def full(*_: object) -> None:
        raise IndexWriteError("no space left", remedy="Free some.")

    monkeypatch.setattr(type(bench.storage.chunks), "replace_files", full)
    with pytest.raises(IndexWriteError):
        bench.index(semantic=False)
    monkeypatch.setattr(type(bench.storage.chunks), "replace_files", original)
    assert bench.index(semantic=False).files == 3


def test_another_model_makes_all_vectors_anew_and_the_first_one_is_remembered(bench):
    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    other = type(bench.encoder)()
    other.model = "other"
    bench.indexer.use_encoder(other)
    bench.index()
    assert len(other.texts) == len(bench.encoder.texts)
    assert any("other" in str(notice.message) for notice in bench.events_of(Notice))
    again = len(bench.encoder.texts)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    assert len(bench.encoder.texts) == again
    assert bench.indexer.ready().semantic == 1.0


def test_readiness_is_known_after_a_restart(bench, make_bench):
    fill(bench)
    bench.indexer.use_encoder(bench.encoder)
    bench.index()
    bench.indexer.close()
    assert make_bench().indexer.ready() == Ready(names=1.0, keyword=1.0, graph=1.0, semantic=1.0)


def test_an_empty_root_is_no_problem(bench):
    report = bench.index()
    assert (report.files, report.chunks, report.failed) == (0, 0, 0)
    assert bench.indexer.ready() == Ready()


def test_front_matter_goes_before_rules(bench):
    bench.write(
        "docs/a.md",
        "---\ntitle: The plan\ndoc_type: decision\npromotion_level: critical\n---\n\n# Plan\n\nText.\n",
    )
    bench.index(semantic=False)
    row = bench.rows()["docs/a.md"]
    assert (row.title, row.doc_type, row.level) == ("The plan", "decision", "critical")
    chunks = bench.storage.chunks.of_files([row.id])
    assert {(chunk.doc_type, chunk.level) for chunk in chunks} == {("decision", "critical")}


@pytest.mark.parametrize("name", ["it's.py", "a b.py", "100%.py", "ü😀.py", "a*b.py", "[x].py", "semi;colon.py"])
def test_odd_file_names_are_names(bench, name):
    bench.write(f"d/{name}", "class Odd:\n    pass\n")
    assert bench.index(semantic=False).files == 1
    bench.write(f"d/{name}", "class Even:\n    pass\n")
    bench.indexer.update_paths(bench.root().id, [f"d/{name}"])
    assert "Even" in bench.texts(f"d/{name}")
    (bench.root_folder / "d" / name).unlink()
    bench.indexer.update_paths(bench.root().id, [f"d/{name}"])
    assert bench.texts(f"d/{name}") == ""


def test_a_name_that_is_no_unicode_is_recorded_and_the_rest_goes_on(bench):
    fill(bench)
    Path(os.fsdecode(os.fsencode(bench.root_folder) + b"/bad\xff.py")).write_text("class Bad:\n    pass\n")
    report = bench.index(semantic=False)
    assert report.files + report.failed + report.skipped == 4
    assert "class Cart" in bench.texts("shop/cart.py")
    assert bench.index(semantic=False).changed <= 1


def test_the_indexer_can_be_closed_at_once_and_twice(bench):
    assert isinstance(bench.indexer, Indexer)
    bench.indexer.close()
    bench.indexer.close()


def test_an_indexer_that_is_paused_can_be_closed(bench):
    fill(bench)
    bench.indexer.pause(paused=True)
    thread = threading.Thread(target=bench.index, kwargs={"semantic": False})
    thread.start()
    with bench.changed:
        bench.changed.wait_for(lambda: any(e.activity.step == "words" for e in bench.events_of(Progress)), 20)
    bench.indexer.close()
    thread.join(30)
    assert not thread.is_alive()


def test_who_waits_for_an_index_goes_on_when_its_end_was_told(make_bench, monkeypatch):
    emit = Bench.emit

    def slowly(self: Bench, event: object) -> None:
        if isinstance(event, Progress) and not event.activity.step:
            time.sleep(0.3)
        emit(self, event)

    monkeypatch.setattr(Bench, "emit", slowly)
    bench = make_bench()
    fill(bench)
    bench.index(semantic=False)
    assert bench.events_of(Progress)[-1].activity.step == ""


def test_a_comparison_that_finds_nothing_reports_nothing(bench, monkeypatch):
    fill(bench)
    bench.index(semantic=False)
    bench.events.clear()
    read, run = threading.Event(), HistoryStage.run

    def signalled_run(step: HistoryStage, root: Root) -> bool:
        read.set()
        return run(step, root)

    monkeypatch.setattr(HistoryStage, "run", signalled_run)
    bench.indexer.apply(Changes(bench.root().id, whole=True))
    assert read.wait(20)
    bench.indexer.close()
    assert bench.events == []


def test_changes_of_a_root_that_is_not_there_delete_nothing(bench):
    fill(bench)
    root = bench.root()
    bench.index(semantic=False)
    bench.root_folder.rename(bench.folder / "unplugged")
    bench.indexer.update_paths(root.id, ["shop/cart.py", "docs"])
    assert "class Cart" in bench.texts("shop/cart.py")


def test_vectors_that_a_full_disk_stopped_are_tried_again_and_the_reason_stays_until_then(bench, monkeypatch):
    fill(bench)
    bench.index(semantic=False)
    original = type(bench.storage.chunks).put_vectors
    tried = threading.Semaphore(0)

    def full(*_: object) -> None:
        tried.release()
        raise IndexWriteError("no space left", remedy="Free some.")

    monkeypatch.setattr(pending_work, "AGAIN_SECONDS", 0.1)
    monkeypatch.setattr(type(bench.storage.chunks), "put_vectors", full)
    bench.indexer.use_encoder(bench.encoder)
    for _ in range(3):
        assert tried.acquire(timeout=20)
    assert [str(reason) for reason in bench.indexer.obstacles()] == ["no space left"]
    assert len(bench.events_of(Notice)) == 1
    monkeypatch.setattr(type(bench.storage.chunks), "put_vectors", original)
    with bench.changed:
        assert bench.changed.wait_for(lambda: bench.indexer.ready().semantic == 1.0, timeout=20)
    bench.indexer.close()
    assert bench.indexer.obstacles() == ()
