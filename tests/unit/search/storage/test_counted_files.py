"""Counts that follow the commits of the manifest equal those of a new read of it, whatever is written."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.storage.files_table import FilesTable
from search.storage.predicate import EVERYTHING
from search.storage.schema import FILES
from search.storage.storage import Storage
from search.types.files import OTHER_ROOT, FileRecord, FileState
from search.types.ids import RootId

PATHS = [f"{number}.py" for number in range(6)]
ROOTS = [RootId("a" * 64), RootId("b" * 64)]
ROWS = st.builds(
    lambda path, root, state, reason, content, chunks: (path, root, state, reason, content, chunks),
    st.sampled_from(PATHS),
    st.sampled_from(ROOTS),
    st.sampled_from(FileState),
    st.sampled_from(["", "empty", OTHER_ROOT]),
    st.sampled_from(["", "0123"]),
    st.integers(0, 5),
)
SOME = st.lists(st.sampled_from(PATHS), min_size=1, max_size=4, unique=True)
CHANGES = st.one_of(
    st.tuples(st.just("upsert"), st.lists(ROWS, min_size=1, max_size=6)),
    st.tuples(st.just("remove"), SOME),
    st.tuples(st.just("meaning"), SOME),
    st.tuples(st.just("begin"), SOME),
    st.tuples(st.just("forget contents"), st.none()),
    st.tuples(st.just("forget meaning"), st.none()),
    st.tuples(st.just("compact"), st.none()),
)


def counts(files: FilesTable) -> object:
    return (
        files.state_counts(),
        files.reason_counts(),
        dict(files.step_counts()),
        files.counts(EVERYTHING).files,
        files.counts(EVERYTHING).chunks,
        files.counts(EVERYTHING).branches,
        files.unread(),
    )


def test_a_deleted_file_counts_no_more(storage: Storage, make_file: Callable[..., FileRecord]) -> None:
    storage.files.upsert([make_file("a.py"), make_file("b.py", state=FileState.GONE)])
    assert storage.files.counts(EVERYTHING).files.total() == 1
    assert storage.files.state_counts() == [("indexed", 1), ("gone", 1)]


def test_a_file_that_was_read_up_to_a_limit_is_not_counted_as_left_out(
    storage: Storage, make_file: Callable[..., FileRecord]
) -> None:
    limit = "only the first 200,000 of 232,800 characters are indexed"
    cut = make_file("a.json", state=FileState.TRUNCATED, reason=limit)
    storage.files.upsert([cut, make_file("b.bin", state=FileState.SKIPPED, reason="binary")])
    assert storage.files.state_counts() == [("truncated", 1), ("skipped", 1)]
    assert storage.files.reason_counts() == [("binary", 1)]


def test_a_folder_that_is_a_root_of_its_own_is_no_file_that_is_left_out(
    storage: Storage, make_file: Callable[..., FileRecord]
) -> None:
    storage.files.upsert([make_file("a.py"), make_file("shop/", state=FileState.SKIPPED, reason=OTHER_ROOT)])
    assert storage.files.state_counts() == [("indexed", 1)]
    assert storage.files.reason_counts() == []
    assert storage.files.step_counts().keys() == {make_file("a.py").path_hash}


def change(files: FilesTable, make_file: Callable[..., FileRecord], kind: str, values: Any) -> None:
    ids = [make_file(path).id for path in values] if kind in {"remove", "meaning", "begin"} else []
    if kind == "upsert":
        rows = [
            make_file(path, path_hash=root, state=state, reason=reason, content_hash=content, chunk_count=chunks)
            for path, root, state, reason, content, chunks in values
        ]
        files.upsert(rows)
    elif kind == "remove":
        files.remove(ids)
    elif kind == "meaning":
        files.set_numbers("meaning", {file: number % 2 == 0 for number, file in enumerate(ids)})
    elif kind == "begin":
        files.begin_writing(ids)
    elif kind == "forget contents":
        files.forget_contents()
    else:
        files.forget_meaning()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CHANGES, min_size=1, max_size=12))
def test_after_any_writes_the_counts_are_those_of_a_new_read(
    storage: Storage, make_file: Callable[..., FileRecord], changes: list[tuple[str, Any]]
) -> None:
    files = storage.files
    counts(files)
    for kind, values in changes:
        if kind == "compact":
            storage.database.write_moving(FILES, lambda table: table.optimize())
        else:
            change(files, make_file, kind, values)
        assert counts(files) == counts(FilesTable(storage.database)), kind


def test_counts_that_follow_are_not_read_again(
    storage: Storage, make_file: Callable[..., FileRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = storage.files
    counts(files)
    files.upsert([make_file("a.py", content_hash="0"), make_file("b.py")])
    monkeypatch.setattr(FilesTable, "_read", lambda *_: pytest.fail("the table was read"))
    files.upsert([make_file("b.py", state=FileState.WAITING)])
    assert dict(files.state_counts()) == {"indexed": 1, "waiting": 1}
    assert files.unread() == {}


def test_counts_wait_for_no_compaction_and_stay_known_after_it(
    storage: Storage, make_file: Callable[..., FileRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    files, meanwhile = storage.files, []
    counts(files)
    for name in ("a.py", "b.py", "c.py"):
        files.upsert([make_file(name)])
    monkeypatch.setattr(FilesTable, "_read", lambda *_: pytest.fail("the table was read"))
    before = files.version()

    def compact(table: Any) -> None:
        table.optimize()
        meanwhile.append(files.state_counts())

    storage.database.write_moving(FILES, compact)
    assert files.version() > before
    assert meanwhile == [[("indexed", 3)]]
    assert files.state_counts() == [("indexed", 3)]


def test_counts_during_a_write_are_none_that_an_earlier_write_made_untrue(
    storage: Storage, make_file: Callable[..., FileRecord]
) -> None:
    files, meanwhile = storage.files, []
    counts(files)
    files.upsert([make_file("a.py"), make_file("b.py")])
    storage.database.write(FILES, lambda table: table.delete("path = 'a.py'"))  # nothing follows this one
    storage.database.write_moving(FILES, lambda _: meanwhile.append(files.state_counts()))
    assert meanwhile == [[("indexed", 1)]]
