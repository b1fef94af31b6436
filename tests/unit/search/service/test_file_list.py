"""Queries that ask for files, not for text."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.ranking.rerank import rerank
from search.types.filters import OWNER
from search.types.lines import LineQuery
from search.types.query import RankSettings, SearchQuery
from tests.contracts.service_parts import core_on


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = tmp_path_factory.mktemp("notes")
    (root / "docs").mkdir()
    (root / "docs" / "lease.md").write_text("# Lease\nA lease is renewed.\n")
    (root / "docs" / "empty.md").write_text("")
    (root / "keeper.py").write_text("def renew():\n    return 1\n")
    (root / "locked.docx").write_bytes(
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1_000) + "EncryptedPackage".encode("utf-16-le")
    )
    (root / "changed.py").write_text("x = 1\n")
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        os.utime(root / "changed.py", ns=(1, 1))
        yield made


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("path:docs", ["docs/lease.md"]),
        ("lang:python", ["changed.py", "keeper.py"]),
        ("-lang:python", ["docs/lease.md"]),
        ("is:skipped", ["docs/empty.md"]),
        ("reason:empty", ["docs/empty.md"]),
        ("is:indexed keeper", ["keeper.py"]),
        ("is:stale", ["changed.py"]),
        ("-is:stale lang:python", ["keeper.py"]),
    ],
)
def test_filters_alone_list_the_files_that_pass_by_path(core: LocalCore, text: str, paths: list[str]) -> None:
    result = core.search(SearchQuery(text))
    assert [hit.path for hit in result.files] == paths
    assert (result.total_files, result.notes) == (len(paths), ())


@pytest.mark.parametrize("typed", ["path:nowhere", "path:nowhere/", "path:nowhere/*.py"])
def test_a_path_that_no_file_is_at_is_named(core: LocalCore, typed: str) -> None:
    result = core.search(SearchQuery(typed))
    assert [str(note) for note in result.notes] == [f"No indexed file is at {typed}."]


def test_a_path_from_outside_of_the_query_is_named_too(core: LocalCore) -> None:
    note = "No indexed file is at path:nowhere/."
    assert note in map(str, core.search(SearchQuery("keeper", filters='path:"nowhere/"')).notes)
    assert note in map(str, core.find_lines(LineQuery("keeper", filters='path:"nowhere/"')).notes)


@pytest.mark.parametrize("typed", ["lang:go", "ext:cbl,cob", "size:>1gb", "type:runbook"])
def test_a_filter_that_no_file_passes_is_named(core: LocalCore, typed: str) -> None:
    for text in (f"keeper {typed}", f"keeper {typed} path:docs", typed):
        assert f"No indexed file passes {typed}." in map(str, core.search(SearchQuery(text)).notes)
    assert f"No indexed file passes {typed}." in map(str, core.find_lines(LineQuery(f"keeper {typed}")).notes)
    assert not core.search(SearchQuery("keeper lang:python")).notes


def test_no_word_is_said_to_occur_in_no_file_where_no_repository_is_searched(core: LocalCore) -> None:
    notes = [note.code for note in core.search(SearchQuery("keeper repo:nowhere")).notes]
    assert "search.words_nowhere" not in notes


def test_listed_files_stay_when_the_slider_moves(core: LocalCore) -> None:
    result = core.search(SearchQuery("path:docs", all_candidates=True))
    assert rerank(result, RankSettings(weight=0.1)) == result.files != ()


def test_a_listed_file_says_where_it_is_and_why_it_is_not_indexed(core: LocalCore) -> None:
    [hit] = core.search(SearchQuery("reason:empty")).files
    assert (Path(hit.root_path) / hit.path).is_file()
    assert [(signal.name, signal.detail) for signal in hit.why.signals] == [("skipped", "empty")]


def test_a_file_that_cannot_be_read_says_why_in_a_list_and_in_place_of_its_text(core: LocalCore) -> None:
    [hit] = core.search(SearchQuery("is:failed")).files
    [signal] = hit.why.signals
    assert (signal.name, signal.detail) == ("failed", "is protected by a password")
    text = core.file_text(hit.file_id, OWNER)
    assert (text.text, text.failure) == ("", "is protected by a password")
    [empty] = core.search(SearchQuery("is:skipped")).files
    assert not core.file_text(empty.file_id, OWNER).failure


def test_a_document_that_was_damaged_since_says_so_beside_the_text_as_it_was_indexed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    plan = tmp_path / "notes" / "plan.rtf"
    plan.write_text(r"{\rtf1 A lease is renewed.}")
    with core_on(tmp_path / "index", tmp_path / "notes", semantic=False) as core:
        [hit] = core.search(SearchQuery("is:indexed plan")).files
        assert not core.file_text(hit.file_id, OWNER).failure
        plan.write_text("no rich text at all")
        damaged = core.file_text(hit.file_id, OWNER)
        assert (damaged.source, damaged.text.strip()) == ("index", "A lease is renewed.")
        assert damaged.failure.startswith("cannot be read as rich text")
        plan.unlink()
        assert not core.file_text(hit.file_id, OWNER).failure
