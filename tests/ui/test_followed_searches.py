"""Saved searches name a folder as the index does now, after it was split, renamed or on another branch."""

from pathlib import Path

import pytest

from search.types.files import Root
from search.types.ids import RootId
from ui.panels.saved.followed import followed
from ui.panels.saved.store import SavedSearch, Searches, SearchStore


def root(path: str, label: str, branch: str = "-") -> Root:
    return Root(RootId(path), str(Path(path)), label, branch)


CODE = root("/home/a/code", "code")
CLICK, HONO = root("/home/a/code/click", "click", "main"), root("/home/a/code/lib/hono", "hono", "main")


@pytest.fixture
def store(tmp_path: Path) -> SearchStore:
    return SearchStore(tmp_path / "searches.json")


def saved_in(store: SearchStore, *roots: Root) -> list[SavedSearch]:
    return list(store.change(lambda known: followed(known, roots)).saved)


def test_a_search_names_the_repositories_into_which_its_folder_was_split(store: SearchStore) -> None:
    store.save("repo:code lease", "repo:code lease")
    store.save("Others", "-repo:code lease")
    assert [search.text for search in saved_in(store, CODE)] == ["repo:code lease", "-repo:code lease"]
    split = saved_in(store, CODE, CLICK, HONO)
    assert [search.text for search in split] == ["repo:code,click,hono lease", "-repo:code,click,hono lease"]
    assert [search.name for search in split] == ["repo:code,click,hono lease", "Others"]
    assert saved_in(store, CODE, CLICK, HONO) == split


def test_a_repository_that_is_cloned_beside_others_is_named_only_where_results_lay_in_it(
    store: SearchStore,
) -> None:
    store.save("a", "repo:code lease")
    store.save("b", "repo:code invoice")
    store.remember_found("repo:code lease", ["code@-:file:lib/hono/a.ts"])
    saved_in(store, CODE, CLICK)
    assert [search.text for search in saved_in(store, CODE, CLICK, HONO)] == [
        "repo:code,hono lease",
        "repo:code invoice",
    ]


def test_a_folder_with_another_label_is_named_by_that(store: SearchStore) -> None:
    store.save("a", "repo:code lease")
    saved_in(store, CODE, CLICK)
    saved_in(store, CLICK)
    [search] = saved_in(store, root("/home/a/code", "work"), CLICK)
    assert search.text == "repo:work lease"


def test_files_that_were_seen_are_not_new_after_it(store: SearchStore) -> None:
    store.save("a", "lease")
    store.remember_found("lease", ["code@-:file:click/src/a.py", "code@-:file:notes.md", "other@-:file:b.py"])
    saved_in(store, CODE)
    [search] = saved_in(store, CODE, CLICK)
    assert search.known == ("click@main:file:src/a.py", "code@-:file:notes.md", "other@-:file:b.py")


def test_a_search_without_folders_stays_as_it_is_and_so_does_one_of_an_empty_index(store: SearchStore) -> None:
    store.save("a", "lease")
    store.save("b", "repo:gone lease")
    before = [search.text for search in saved_in(store, CODE)]
    assert [search.text for search in saved_in(store, CODE, CLICK)] == before == ["lease", "repo:gone lease"]
    folders = store.load().folders
    saved_in(store)
    assert store.load().folders == folders


def test_what_an_earlier_version_wrote_is_read(tmp_path: Path) -> None:
    file = tmp_path / "searches.json"
    file.write_text('{"version": 1, "saved": [{"name": "a", "text": "lease"}], "history": []}')
    assert SearchStore(file).load() == Searches((SavedSearch("a", "lease"),))


def test_a_folder_that_an_update_split_is_followed_by_the_results_that_were_seen(
    store: SearchStore,
) -> None:
    store.save("a", "repo:code lease")
    store.save("b", "repo:code invoice")
    store.remember_found("repo:code lease", ["code@-:file:click/a.py"])
    texts = [search.text for search in saved_in(store, CODE, CLICK, HONO)]
    assert texts == ["repo:code,click lease", "repo:code invoice"]
    assert store.load().saved[0].known == ("click@main:file:a.py",)
