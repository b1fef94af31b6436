"""What a start maps answers like what was read of the tables; what does not fit them is made anew."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.retrieval.array_folder import BytesInMemory
from search.retrieval.bm25_postings import Postings, postings_of
from search.retrieval.corpus import Corpus, name_stems
from search.retrieval.definitions import DefinitionIndex
from search.retrieval.stored_names import NO_NAMES, StoredNames, StoredNamesWriter
from search.storage.files_table import FilesTable
from search.types.files import FileRecord
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import FileId, RootId
from tests.contracts.samples import IndexOnDisk, chunk, records

NAMES = st.lists(
    st.sampled_from(
        ["renewLease", "RENEWLEASE", "leaseRenewal", "lease", "größe", "日本", "retryRenewLease", "x", ""]
    ),
    max_size=5,
)
FILES = [FileId(f"shop@main:file:{name}.py") for name in "abcd"]
TREES = st.dictionaries(st.sampled_from(FILES), NAMES)

DEFINED = {"a.py": ("renewLease", "retry"), "b.py": ("leaseRenewal",), "c.py": ("renewLease", "Größe")}
CHANGED = {**DEFINED, "b.py": ("renewAnyLease",), "d.py": ("retryLease",)}
CHUNKS = [chunk(path, number, f"lease {path} {number}") for path in DEFINED for number in range(3)]


def answers(index: DefinitionIndex, files: Sequence[FileId] = FILES) -> object:
    spelled = [index.files_defining(name) for name in ("renewlease", "lease", "GRÖSSE", "Größe", "日本", "none")]
    return spelled, [
        index.coverage(stems, files) for stems in (["renew", "leas"], ["leas"], ["retri", "leas"], [])
    ]


def joined(before: StoredNames, files: Sequence[int | Sequence[str]]) -> StoredNames:
    writer = StoredNamesWriter(before, name_stems, BytesInMemory())
    for file in files:
        if isinstance(file, int):
            writer.copy(file)
        else:
            writer.add(file)
    return writer.finish()


def fresh(tree: Mapping[FileId, Sequence[str]]) -> DefinitionIndex:
    index = DefinitionIndex(name_stems)
    for file in sorted(tree):
        index.replace(file, tree[file])
    return index


@settings(max_examples=25)
@given(TREES, TREES, st.sets(st.sampled_from(FILES)))
def test_stored_names_answer_like_new_ones_after_any_change(
    first: dict[FileId, list[str]], second: dict[FileId, list[str]], removed: set[FileId]
) -> None:
    files = sorted(first)
    stored = joined(NO_NAMES, [list(dict.fromkeys(filter(None, first[file]))) for file in files])
    index = DefinitionIndex(name_stems, stored, files)
    assert answers(index) == answers(fresh(first))
    for file, names in [*second.items(), *((file, ()) for file in removed)]:
        index.replace(file, names)
    now = {file: names for file, names in {**first, **second}.items() if file not in removed}
    assert answers(index) == answers(fresh(now))
    merged = [
        files.index(file) if file in first and file not in second else list(dict.fromkeys(filter(None, now[file])))
        for file in sorted(now)
    ]
    again = DefinitionIndex(name_stems, joined(stored, merged), sorted(now))
    assert answers(again) == answers(fresh(now))


def rows(defined: Mapping[str, tuple[str, ...]]) -> list[FileRecord]:
    every = [chunk(path, 0, "") for path in defined]
    return [replace(row, definitions=defined[row.path], referred_by=len(row.path)) for row in records(every)]


@pytest.fixture
def disk(tmp_path: Path) -> IndexOnDisk:
    disk = IndexOnDisk(tmp_path)
    disk.holding(CHUNKS)
    disk.storage.files.upsert(rows(DEFINED))
    return disk


def opened(disk: IndexOnDisk) -> Corpus:
    corpus = Corpus(disk.storage)
    corpus.load()
    return corpus


def known(corpus: Corpus) -> object:
    """Return all that search asks of what is kept."""
    files = sorted(corpus.catalogue.files(), key=lambda file: file.record.id)
    ids = [file.record.id for file in files]
    only_a = RowFilter((Condition("path", Operator.IN, ("a.py",)),))
    lexical, (mask,) = corpus.snapshot(only_a)
    return (
        files,
        [list(corpus.chunks_of(file)) for file in ids],
        lexical.slots.many(np.flatnonzero(mask)),
        corpus.catalogue.most_referred,
        answers(corpus.catalogue.definitions, ids),
    )


def unread(_table: FilesTable, *_args: object) -> list[FileRecord]:
    raise AssertionError("the rows of the table were read")


def change(disk: IndexOnDisk, corpus: Corpus) -> None:
    """Change b.py, add d.py, and forget c.py, as an indexer does."""
    came = [chunk(path, number, f"lease {path} {number}") for path in ("b.py", "d.py") for number in range(2)]
    removed_ids = [row.id for row in rows(DEFINED) if row.path == "c.py"]
    new = [row for row in rows(CHANGED) if row.path in {"b.py", "d.py"}]
    disk.storage.chunks.replace_files([*(row.id for row in new), *removed_ids], came, {})
    disk.storage.files.upsert(new)
    disk.storage.files.remove(removed_ids)
    corpus.files_replaced(new, removed_ids, [(chunk.id, chunk.terms) for chunk in came])


def test_the_second_start_reads_no_row_and_knows_the_same(
    disk: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = known(opened(disk))
    monkeypatch.setattr(FilesTable, "stream", unread)
    assert known(opened(disk)) == first


def test_changes_are_known_at_once_and_at_the_next_start(
    disk: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(disk)
    corpus = opened(disk)
    change(disk, corpus)
    corpus.save()
    changed = known(corpus)
    with monkeypatch.context() as patch:
        patch.setattr(FilesTable, "stream", unread)
        assert known(opened(disk)) == changed
    disk.storage.layout.catalogue.rename(disk.storage.layout.folder / "aside")
    assert known(opened(disk)) == changed


def test_the_most_referred_file_gives_way_when_it_loses_references_or_goes(disk: IndexOnDisk) -> None:
    counts = {"a.py": 2, "b.py": 5, "c.py": 9}
    counted = {row.path: replace(row, referred_by=counts[row.path]) for row in rows(DEFINED)}
    disk.storage.files.upsert(list(counted.values()))
    corpus = opened(disk)
    assert corpus.catalogue.most_referred == 9
    corpus.records_changed([replace(counted["c.py"], referred_by=1)])
    assert corpus.catalogue.most_referred == 5
    corpus.files_replaced([], [counted["b.py"].id], [])
    assert corpus.catalogue.most_referred == 2
    corpus.files_replaced([], [counted["a.py"].id, counted["c.py"].id], [])
    assert corpus.catalogue.most_referred == 0


def test_what_was_changed_without_being_saved_is_read_anew(disk: IndexOnDisk) -> None:
    corpus = opened(disk)
    change(disk, corpus)
    assert known(opened(disk)) == known(corpus)


@pytest.mark.parametrize(
    "damage", [lambda raw: raw[:-1], lambda raw: raw[:-1] + bytes([raw[-1] ^ 1]), lambda _: b""]
)
@pytest.mark.parametrize("name", ["manifest.json", "rows-blob.npy"])
def test_a_damaged_file_is_not_used(disk: IndexOnDisk, name: str, damage: Callable[[bytes], bytes]) -> None:
    first = known(opened(disk))
    (file,) = disk.storage.layout.catalogue.rglob(name)
    file.write_bytes(damage(file.read_bytes()))
    assert known(opened(disk)) == first


def test_an_index_that_outgrows_what_is_kept_in_memory_knows_the_same(
    disk: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = opened(disk)
    monkeypatch.setattr("search.retrieval.catalogue.MOST_DECODED", 1)
    monkeypatch.setattr("search.retrieval.corpus._MAPPED_AFTER", 1)
    known(corpus)
    change(disk, corpus)
    outgrown = known(corpus)
    assert known(opened(disk)) == outgrown
    updates = corpus.catalogue.version
    change(disk, corpus)  # of files that are mapped by now
    assert corpus.catalogue.version > updates
    assert known(corpus) == outgrown
    assert not any(isinstance(row, bytes) for row in corpus.catalogue._files.values())
    monkeypatch.undo()
    assert known(opened(disk)) == outgrown


def test_a_start_after_a_kill_inverts_only_the_terms_that_changed_since(
    disk: IndexOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("search.retrieval.corpus._MAPPED_AFTER", 1)
        change(disk, opened(disk))  # is mapped, and never saved
    edited, removed = (next(row for row in rows(CHANGED) if row.path == path) for path in ("a.py", "d.py"))
    texts = ["lease a.py 0", "another text"]  # the first as it was, the third is gone
    disk.storage.chunks.replace_files(
        [edited.id, removed.id], [chunk("a.py", number, text) for number, text in enumerate(texts)], {}
    )
    disk.storage.files.remove([removed.id])
    inverted: list[str] = []

    def inverting(documents: Sequence[tuple[str, str]]) -> Postings:
        inverted.extend(terms for _, terms in documents)
        return postings_of(documents)

    with monkeypatch.context() as patch:
        patch.setattr("search.retrieval.bm25.postings_of", inverting)
        caught_up = known(opened(disk))
    assert len(inverted) == 1
    assert "anoth" in inverted[0]
    for folder in (disk.storage.layout.catalogue, disk.storage.layout.keyword):
        shutil.rmtree(folder)
    assert known(opened(disk)) == caught_up


def test_what_came_is_mapped_between_two_graphs(disk: IndexOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = opened(disk)
    change(disk, corpus)
    corpus.records_changed(
        [replace(file.record, referred_by=7, chunk_count=2) for file in corpus.catalogue.files()]
    )
    before = known(corpus)
    corpus.graph_replaced(RootId("root"))
    assert any(isinstance(row, bytes) for row in corpus.catalogue._files.values())
    monkeypatch.setattr("search.retrieval.corpus._MAPPED_BETWEEN", 1)
    corpus.graph_replaced(RootId("root"))
    assert not any(isinstance(row, bytes) for row in corpus.catalogue._files.values())
    assert known(corpus) == before


def test_a_row_that_defines_what_it_did_keeps_its_stored_names(disk: IndexOnDisk) -> None:
    corpus = opened(disk)
    before = known(corpus)
    corpus.records_changed([file.record for file in corpus.catalogue.files()])
    assert known(corpus) == before
    assert not corpus.catalogue.definitions._names


def test_a_folder_without_room_for_what_is_kept_ready_costs_no_answer(tmp_path: Path) -> None:
    index = IndexOnDisk(tmp_path / "index")
    index.corpus_of(CHUNKS).save()
    for folder in (index.storage.layout.keyword, index.storage.layout.catalogue):
        shutil.rmtree(folder)
        folder.write_text("no folder can be made here")
    corpus = Corpus(index.storage)
    corpus.load()
    slots, _ = corpus.lexical().top(["leas"], None, None, 20)
    assert len(slots) == len(CHUNKS)
    corpus.save()
