"""Why a path is found, what a file looks like, and texts put together from chunks, on real tables."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from app.cli.arguments import as_it_is_stored
from app.core import line_texts, why
from app.core.access_view import access_view
from app.core.event_hub import filtered
from app.core.file_view import file_text
from app.core.line_texts import LineTexts
from app.core.root_status import root_statuses
from app.core.why import FOLDER
from indexer.discovery import opened_file
from indexer.discovery.finder import FileFinder
from indexer.pipeline.planning import gone_row
from search.errors import NotFoundError
from search.events import Event, FileFailed, FilesChanged, Notice, Progress
from search.messages import Message
from search.retrieval.indexed_text import joined_lines, visible_texts
from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.files import ONLINE_ONLY, FileRecord, FileState, Root
from search.types.filters import OWNER, Access, RowFilter
from search.types.ids import chunk_id, file_id, node_id
from search.types.results import Ready
from search.types.status import UNKNOWN, Activity, StepCounts

STRANGER = Access(tenant="someone else")
why = partial(why.why, finder=FileFinder())
TEXT = "# Lease\n\nIt is renewed.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    folder.joinpath("lease.md").write_text(TEXT)
    return folder


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    storage = Storage(tmp_path / "index")
    yield storage
    storage.close()


@pytest.fixture
def root(storage: Storage, folder: Path) -> Root:
    return storage.roots.add(folder)


def _record(root: Root, path: str, **values: object) -> FileRecord:
    record = FileRecord(
        id=file_id(root.repository, root.branch, path),
        path_hash=root.id,
        repository=root.repository,
        branch=root.branch,
        path=path,
        state=FileState.INDEXED,
        content_hash="h",
        indexed_at=1_000_000.0,
        chunk_count=1,
        language="markdown",
    )
    return replace(record, **values)  # type: ignore[arg-type]


def _chunk(root: Root, path: str, start: int, text: str, ordinal: int = 0) -> Chunk:
    return Chunk(
        id=chunk_id(root.repository, root.branch, path, "", ordinal),
        file_id=file_id(root.repository, root.branch, path),
        node_id=node_id(root.repository, root.branch, "doc", path),
        path_hash=root.id,
        repository=root.repository,
        branch=root.branch,
        path=path,
        kind=ChunkKind.CARD if ordinal < 0 else ChunkKind.SECTION,
        ordinal=ordinal,
        start_line=start,
        end_line=start + text.count("\n"),
        header_path="",
        text=text,
        embed_text=text,
        embed_hash=f"{path}{ordinal}",
        terms="lease",
    )


def _store(storage: Storage, *records: FileRecord, chunks: tuple[Chunk, ...] = ()) -> None:
    storage.chunks.replace_files([record.id for record in records], chunks, {})
    storage.files.upsert(records)


def test_an_indexed_file_says_when_and_how_it_can_be_found(storage: Storage, root: Root, folder: Path) -> None:
    result = (folder / "lease.md").stat()
    _store(storage, _record(root, "lease.md", size_bytes=result.st_size, mtime_ns=result.st_mtime_ns))
    answer = why(storage, str(folder / "lease.md"), OWNER)
    assert answer.state == "indexed"
    assert answer.lines[0].startswith(f"In the watched folder {folder}")
    assert "1 chunk, markdown, searchable by word; its meaning is not embedded yet" in answer.lines[2]
    assert len(answer.lines) == 3
    storage.roots.search_by_meaning(root, wanted=False)
    assert "searchable by word only, as its folder" in why(storage, str(folder / "lease.md"), OWNER).lines[2]


def test_a_file_that_changed_since_says_so(storage: Storage, root: Root, folder: Path) -> None:
    _store(storage, _record(root, "lease.md", size_bytes=1, mtime_ns=1))
    assert "Changed since" in why(storage, str(folder / "lease.md"), OWNER).lines[-1]


def test_a_file_that_git_tracks_says_which_rule_does_not_hold(storage: Storage, root: Root, folder: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / ".gitignore").write_text("*.md\n", encoding="utf-8")
    subprocess.run(["git", "add", "-f", "lease.md"], cwd=folder, check=True)
    _store(storage, _record(root, "lease.md"), _record(root, "plain.txt"))
    message = "The rule at .gitignore:1 does not hold for it: git tracks it"
    assert message in why(storage, str(folder / "lease.md"), OWNER).lines
    assert message not in why(storage, str(folder / "plain.txt"), OWNER).lines


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"state": FileState.SKIPPED, "reason": "ignored", "rule": ".gitignore:3"},
            "ignored, by the rule at .gitignore:3",
        ),
        ({"state": FileState.SKIPPED, "reason": "size"}, "Skipped: size"),
        ({"state": FileState.FAILED, "reason": "it is no zip file"}, "Could not be indexed: it is no zip file"),
        ({"state": FileState.WAITING}, "Waiting to be indexed"),
        ({"state": FileState.TRUNCATED, "reason": "only the first 9 characters"}, "in part: only the first 9"),
    ],
)
def test_a_state_is_explained(
    storage: Storage, root: Root, folder: Path, values: dict[str, object], message: str
) -> None:
    _store(storage, _record(root, "lease.md", **values))
    answer = why(storage, str(folder / "lease.md"), OWNER)
    assert answer.state == str(values["state"])
    assert message in answer.lines[1]


def test_a_path_as_results_show_it_is_found_below_its_root(storage: Storage, root: Root) -> None:
    _store(storage, _record(root, "lease.md"))
    assert why(storage, "lease.md", OWNER).state == "indexed"
    assert why(storage, f"{root.repository}/lease.md", OWNER).state == "indexed"


def test_a_file_name_with_broken_bytes_is_known_by_its_stored_name(
    storage: Storage, root: Root, folder: Path
) -> None:
    odd = folder / os.fsdecode(b"odd\xe9.md")
    odd.write_text(TEXT)
    record = _record(root, "odd\\xe9.md")
    _store(storage, record)
    shown = str(folder / "odd\\xe9.md")
    for request in (as_it_is_stored(str(odd)), str(odd)):
        answer = why(storage, request, OWNER)
        assert (answer.path, answer.state) == (shown, "indexed")
    assert as_it_is_stored(str(odd)) == shown
    unseen = folder / os.fsdecode(b"unseen\xe9.md")
    unseen.write_text(TEXT)
    assert "Not seen yet" in why(storage, as_it_is_stored(str(unseen)), OWNER).lines[-1]
    assert file_text(storage, record.id, OWNER).text == TEXT


def test_a_folder_counts_the_states_below_it(storage: Storage, root: Root, folder: Path) -> None:
    skipped = _record(root, "a/two.md", state=FileState.SKIPPED, reason="size")
    _store(storage, _record(root, "a/one.md"), skipped, _record(root, "ab.md"))
    answer = why(storage, str(folder / "a"), OWNER)
    assert answer.state == FOLDER
    assert answer.lines[1:] == ("1 indexed", "1 skipped")
    whole = why(storage, str(folder), OWNER)
    assert whole.lines[1:] == ("It is a watched folder itself", "2 indexed", "1 skipped")


def test_an_empty_folder_is_said_to_be_empty(storage: Storage, root: Root, folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    whole = why(storage, str(folder), OWNER)
    assert whole.state == FOLDER
    assert whole.lines[1:] == ("It is a watched folder itself", "No file of it is in the index")
    (folder / "empty").mkdir()
    assert why(storage, str(folder / "empty"), OWNER).lines[-1] == "It is an empty folder"


@pytest.mark.parametrize("path", ["node_modules", "node_modules/left-pad/index.js"])
def test_what_lies_in_a_folder_that_is_left_out_whole_names_that_folder_and_its_rule(
    storage: Storage, root: Root, folder: Path, path: str
) -> None:
    left_out = {"state": FileState.SKIPPED, "reason": "ignored", "rule": ".gitignore:1", "indexed_at": 0.0}
    _store(storage, _record(root, "node_modules/", **left_out))
    answer = why(storage, str(folder / path), OWNER)
    assert answer.state == "skipped"
    assert "node_modules/, which is left out whole" in answer.lines[1]
    assert ".gitignore:1" in answer.lines[2]


def test_what_was_in_a_folder_that_cannot_be_read_any_more_is_told_by_the_folder(
    storage: Storage, root: Root, folder: Path
) -> None:
    removed = _record(root, "sub/lease.md", state=FileState.GONE, reason="deleted or moved", indexed_at=0.0)
    unread = _record(root, "sub/", state=FileState.SKIPPED, reason="unreadable", indexed_at=0.0)
    _store(storage, removed, unread)
    answer = why(storage, str(folder / "sub" / "lease.md"), OWNER)
    assert answer.lines[1:3] == ("In the folder sub/, which is left out whole", "Skipped: unreadable")


def test_a_path_outside_every_root_names_the_roots(storage: Storage, root: Root, tmp_path: Path) -> None:
    answer = why(storage, str(tmp_path / "elsewhere.md"), OWNER)
    assert answer.state == UNKNOWN
    assert root.path in answer.lines[0]


def test_what_is_not_on_the_disk_and_what_was_not_seen_differ(storage: Storage, root: Root, folder: Path) -> None:
    assert "no such file" in why(storage, str(folder / "none.md"), OWNER).lines[0]
    assert "Not seen yet" in why(storage, str(folder / "lease.md"), OWNER).lines[-1]


def test_a_link_is_named_as_the_obstacle(storage: Storage, root: Root, folder: Path, tmp_path: Path) -> None:
    folder.joinpath("link.md").symlink_to(tmp_path / "index.md")
    assert "is a link" in why(storage, str(folder / "link.md"), OWNER).lines[-1]


def test_who_may_not_see_a_file_learns_nothing_of_it(storage: Storage, root: Root, folder: Path) -> None:
    _store(storage, _record(root, "lease.md"))
    assert why(storage, str(folder / "lease.md"), STRANGER) == why(
        storage, str(folder / "lease.md"), Access(tenant="x")
    )
    assert why(storage, str(folder / "lease.md"), STRANGER).state == UNKNOWN
    with pytest.raises(NotFoundError):
        file_text(storage, file_id(root.repository, root.branch, "lease.md"), STRANGER)
    assert root_statuses(storage, STRANGER, {}) == ()


def test_a_deleted_file_is_not_said_to_be_searchable(storage: Storage, root: Root, folder: Path) -> None:
    (folder / "lease.md").unlink()
    _store(storage, gone_row(_record(root, "lease.md"), 1_700_000_000.0))
    answer = why(storage, str(folder / "lease.md"), OWNER)
    assert answer.state == "gone"
    assert answer.lines[1:] == (
        "Gone from the disk; not found any more",
        "Noticed at 2023-11-14 22:13:20 UTC",
        "On disk: No such file or directory",
    )


def test_only_who_sees_every_file_hears_how_far_a_folder_is(storage: Storage, root: Root) -> None:
    _store(storage, _record(root, "lease.md", meaning=True))
    _store(storage, _record(root, "later.md", state=FileState.WAITING))
    [status] = root_statuses(storage, OWNER, {}, lambda _root: False)
    assert (status.steps, status.graphed) == (StepCounts(waiting=1, indexed=1, embedded=1), False)
    [status] = root_statuses(storage, Access(roots=(root.id,)), {}, lambda _root: False)
    assert (status.files, status.steps, status.graphed) == (2, None, True)


def test_a_file_is_shown_as_it_is_on_disk(storage: Storage, root: Root) -> None:
    record = _record(root, "lease.md")
    _store(storage, record, chunks=(_chunk(root, "lease.md", 1, "old"),))
    shown = file_text(storage, record.id, OWNER)
    assert (shown.text, shown.source, shown.line_count) == (TEXT, "disk", 3)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<h1>Lease</h1>\n<p>\n  {{ owner }}\n</p>\n", "# Lease\n\n{{ owner }}\n\n"),
        ("<h1>Lease</h1><p>It is renewed.</p>", "# Lease\nIt is renewed."),
    ],
)
def test_a_page_has_its_markup_beside_its_text_where_both_have_the_same_lines(
    storage: Storage, root: Root, folder: Path, page: str, text: str
) -> None:
    record = replace(_record(root, "lease.html"), language="html")
    _store(storage, record)
    (folder / "lease.html").write_text(page)
    shown = file_text(storage, record.id, OWNER)
    assert shown.text.strip() == text.strip()
    assert shown.markup == (page if page.count("\n") == shown.text.count("\n") else "")


def test_other_files_have_no_markup(storage: Storage, root: Root) -> None:
    record = _record(root, "lease.md")
    _store(storage, record)
    assert file_text(storage, record.id, OWNER).markup == ""


def test_a_file_that_is_gone_is_shown_as_it_was_indexed(storage: Storage, root: Root, folder: Path) -> None:
    record = _record(root, "lease.md")
    chunks = (_chunk(root, "lease.md", 1, "# Lease"), _chunk(root, "lease.md", 3, "It is renewed.", 1))
    _store(storage, record, chunks=(*chunks, _chunk(root, "lease.md", 0, "card", -1)))
    (folder / "lease.md").unlink()
    shown = file_text(storage, record.id, OWNER)
    assert (shown.text, shown.source) == ("# Lease\n\nIt is renewed.", "index")


@pytest.mark.parametrize("state", [FileState.INDEXED, FileState.SKIPPED])
def test_a_file_that_only_a_cloud_drive_has_is_not_fetched_to_be_shown(
    storage: Storage, root: Root, folder: Path, state: FileState, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = (folder / "lease.md").stat()
    record = _record(root, "lease.md", state=state, size_bytes=status.st_size, mtime_ns=status.st_mtime_ns)
    chunks = (_chunk(root, "lease.md", 1, "# Lease as indexed"),) if state is FileState.INDEXED else ()
    _store(storage, record, chunks=chunks)
    for module in (opened_file, line_texts):
        monkeypatch.setattr(module, "is_in_the_cloud", lambda info: info.st_ino == status.st_ino)
    shown = file_text(storage, record.id, OWNER)
    indexed = "# Lease as indexed" if chunks else ""
    assert (shown.text, shown.source, shown.failure) == (indexed, "index", ONLINE_ONLY)
    assert [file.text for file in LineTexts(storage)([record])] == [indexed.encode()][: len(chunks)]


@pytest.mark.parametrize("path", ["../secret.md", "link.md", "sub/../../secret.md"])
def test_nothing_outside_a_root_is_ever_read(
    storage: Storage, root: Root, folder: Path, tmp_path: Path, path: str
) -> None:
    tmp_path.joinpath("secret.md").write_text("secret")
    folder.joinpath("link.md").symlink_to(tmp_path / "secret.md")
    record = _record(root, path)
    _store(storage, record)
    assert "secret" not in file_text(storage, record.id, OWNER).text


def test_a_link_to_another_file_of_the_root_shows_nothing_of_that(
    storage: Storage, root: Root, folder: Path
) -> None:
    (folder / "hidden.md").write_text("secret")
    (folder / "open.md").symlink_to(folder / "hidden.md")
    record = _record(root, "open.md")
    _store(storage, record)
    assert "secret" not in file_text(storage, record.id, OWNER).text


def test_only_files_of_the_manifest_are_shown(storage: Storage, root: Root) -> None:
    with pytest.raises(NotFoundError):
        file_text(storage, file_id(root.repository, root.branch, "lease.md"), OWNER)


def test_texts_of_chunks_and_files_come_in_the_order_asked(storage: Storage, root: Root) -> None:
    record = _record(root, "lease.md")
    chunk = _chunk(root, "lease.md", 1, "# Lease")
    _store(storage, record, chunks=(chunk,))
    nodes = storage.graph.nodes_by_id
    result = visible_texts(storage, [record.id, "nothing", chunk.id], RowFilter(), nodes)
    assert list(result.items()) == [(record.id, "# Lease"), (chunk.id, "# Lease")]
    assert visible_texts(storage, [record.id, chunk.id], STRANGER.row_filter(), nodes) == {}


def test_overlapping_chunks_give_each_line_once(root: Root) -> None:
    chunks = [_chunk(root, "a.md", 1, "one\ntwo"), _chunk(root, "a.md", 2, "two\nthree", 1)]
    assert joined_lines(chunks) == "one\ntwo\nthree"
    assert joined_lines(chunks, 2, 2) == "two"


BOARD = Access(groups=("board",))


@pytest.fixture
def labelled(storage: Storage, root: Root) -> Storage:
    _store(
        storage,
        _record(root, "open.md"),
        _record(root, "plan.md", groups=("board",)),
        _record(root, "pay.md", groups=("staff",), state=FileState.GONE),
        _record(root, "theirs.md", tenant="other"),
    )
    return storage


def test_the_person_sees_exactly_what_a_client_may_see(labelled: Storage, root: Root) -> None:
    view = access_view(labelled, BOARD, 10)
    assert [(file.path, file.groups) for file in view.files] == [
        ("open.md", ()),
        ("plan.md", ("board",)),
        ("theirs.md", ()),
    ]
    assert (view.total, view.hidden) == (3, 1)
    assert view.roots == ((f"{root.repository}@{root.branch}", 3),)
    assert access_view(labelled, OWNER, 1).total == 4
    assert len(access_view(labelled, OWNER, 1).files) == 1
    assert access_view(labelled, STRANGER, 10).files == ()


def _visible_events(storage: Storage, access: Access, *events: Event) -> list[Event]:
    received: list[Event] = []
    listener = filtered(storage, access, received.append, lambda _: Ready(keyword=0.5))
    for event in events:
        listener(event)
    return received


def test_events_name_only_files_in_sight(labelled: Storage) -> None:
    changed = FilesChanged(("open.md", "plan.md", "new.md"), ("pay.md",))
    assert _visible_events(labelled, OWNER, changed) == [changed]
    assert _visible_events(labelled, BOARD, changed) == [FilesChanged(("open.md", "plan.md"))]
    assert _visible_events(labelled, Access(groups=("staff",)), changed) == [
        FilesChanged(("open.md",), ("pay.md",))
    ]
    assert _visible_events(labelled, STRANGER, changed) == []
    assert _visible_events(
        labelled, Access(groups=()), FileFailed("plan.md", "broken"), FileFailed("open.md", "broken")
    ) == [FileFailed("open.md", "broken")]


def test_events_tell_others_than_the_owner_of_no_work_and_no_notice(labelled: Storage) -> None:
    moved = Progress(Activity("reading secrets", 3, 9), Ready(keyword=0.5))
    assert _visible_events(labelled, BOARD, moved, Notice(Message("the folder /secret is gone"))) == [
        Progress(Activity(), Ready(keyword=0.5))
    ]
    assert _visible_events(labelled, OWNER, moved) == [moved]


def test_a_path_that_also_stands_for_a_hidden_file_is_not_told(labelled: Storage, tmp_path: Path) -> None:
    (tmp_path / "twin").mkdir()
    twin = labelled.roots.add(tmp_path / "twin")
    _store(labelled, _record(twin, "open.md", groups=("staff",)))
    assert _visible_events(labelled, BOARD, FilesChanged(("open.md", "plan.md"))) == [FilesChanged(("plan.md",))]


def test_an_event_of_a_hidden_file_does_not_name_its_folder(labelled: Storage, root: Root, tmp_path: Path) -> None:
    (tmp_path / "twin").mkdir()
    twin = labelled.roots.add(tmp_path / "twin")
    _store(labelled, _record(twin, "open.md", groups=("staff",)))
    assert _visible_events(labelled, BOARD, FilesChanged(("open.md",), root=twin.name)) == []
    seen = FilesChanged(("open.md",), root=root.name)
    assert _visible_events(labelled, BOARD, seen) == [seen]
