"""Laws of showing near-identical files as one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from search.ranking.duplicates import are_one_page, collapsed
from search.ranking.rerank import Reranking, best_hits, order_hits, rerank
from search.types.ids import FileId
from search.types.query import RankSettings
from search.types.results import FileHit, Ready, SearchResult
from tests.unit.search.ranking.test_order import SETTINGS, UNIT, chunk, file, hits

QUIET = settings(deadline=None)
SCORES: dict[str, object] = {
    "structure": 0.5,
    "names": 0.125,
    "history": 0.0625,
    "confidence": 0.25,
    "history_names": 0.03125,
    "demotion": 0.75,
    "card": 0.25,
    "pinned": True,
    "reranked": 0.5,
}
ORDERED = {"rank", "rank_score", "relevance", "parts", "scale", "keyword", "semantic", "chunks", "duplicates"}
"""What an order gives a file; everything else is kept unchanged."""


def near_identical(*paths: str, flags: dict[str, tuple[str, ...]] | None = None) -> list[FileHit]:
    """Return hits of one group in this order, each with a chunk that scores less than the one before."""
    made = [file(path, chunk(path, 1.0 - n / 10, 0.0)) for n, path in enumerate(paths)]
    return [structs.replace(hit, duplicate_group="one", flags=(flags or {}).get(hit.path, ())) for hit in made]


@QUIET
@given(hits(), SETTINGS, st.data())
def test_every_file_is_shown_once_or_stands_behind_one_that_is(files, settings, data) -> None:
    groups = st.sampled_from(["", "a", "b"])
    files = [structs.replace(hit, duplicate_group=data.draw(groups)) for hit in files]
    every = order_hits(files, replace(settings, collapse=False))
    shown = order_hits(files, settings)
    listed = [file_id for hit in shown for file_id in (hit.file_id, *(copy.file_id for copy in hit.duplicates))]
    assert sorted(listed) == sorted(hit.file_id for hit in every)
    assert [hit.rank for hit in shown] == list(range(1, len(shown) + 1))
    assert [hit.rank_score for hit in shown] == sorted((hit.rank_score for hit in shown), reverse=True)


@QUIET
@given(hits(), UNIT, st.data())
def test_a_threshold_that_the_best_of_a_group_misses_leaves_no_rising_score(files, least, data) -> None:
    groups = st.sampled_from(["", "a", "b"])
    files = [structs.replace(hit, duplicate_group=data.draw(groups)) for hit in files]
    shown = order_hits(files, RankSettings(min_score=least))
    assert [hit.rank_score for hit in shown] == sorted((hit.rank_score for hit in shown), reverse=True)
    assert [hit.rank for hit in shown] == list(range(1, len(shown) + 1))


def test_a_result_is_placed_by_its_best_file_that_passes() -> None:
    page, copy = near_identical("a.md", "b.md")
    files = [structs.replace(page, confidence=0.2), structs.replace(copy, confidence=0.4)]
    files.append(file("other", chunk("other", 0.95, 0.0), confidence=0.6))
    assert [hit.path for hit in order_hits(files, RankSettings())] == ["a.md", "other"]
    assert [hit.path for hit in order_hits(files, RankSettings(min_score=0.3))] == ["other", "b.md"]


@QUIET
@given(hits(), SETTINGS, st.data())
def test_the_first_few_are_those_of_the_whole_order(files, settings, data) -> None:
    groups = st.sampled_from(["", "a", "b"])
    files = [structs.replace(hit, duplicate_group=data.draw(groups)) for hit in files]
    every = order_hits(files, settings)
    for most in range(len(files) + 1):
        first, total = best_hits(files, settings, most)
        assert (first[:most], total) == (every[:most], len(every))


@QUIET
@given(hits(), st.lists(UNIT, min_size=1, max_size=3))
def test_moving_the_slider_and_back_gives_the_first_order_again(files, weights) -> None:
    files = [structs.replace(hit, duplicate_group="one") for hit in files]
    usual = RankSettings()
    first = SearchResult("", "", usual, 0.0, Ready(), (*files,), len(files), 1)
    expected = rerank(first, usual)
    ranked = Reranking(first)
    for weight in weights:
        ranked.first(replace(usual, weight=weight), 2)
    assert ranked.first(usual, None) == (expected, len(expected))


def test_ordering_anew_keeps_all_that_is_known_of_a_file() -> None:
    names = [name for name in FileHit.__struct_fields__ if name not in ORDERED]
    known = {name: name for name in names if name not in SCORES}
    hit = structs.replace(file("a.py", chunk("a", 0.5, 0.5)), **known, **SCORES)
    [ordered] = order_hits([hit], RankSettings(collapse=False))
    assert [getattr(ordered, name) for name in names] == [getattr(hit, name) for name in names]


@pytest.mark.parametrize(
    ("paths", "flags", "shown"),
    [
        (["deep/down/a.py", "a.py", "b/a.py"], {}, "a.py"),
        (["a.py", "src/a.py"], {"a.py": ("vendored",)}, "src/a.py"),
        (["tests/a.py", "src/deep/a.py"], {"tests/a.py": ("test",)}, "src/deep/a.py"),
        (["b.py", "a.py"], {}, "a.py"),
        (["Lease (Copy (2)).docx", "Lease.docx"], {}, "Lease.docx"),
        (["Lease - Kopie.docx", "Lease(1).docx", "old/Lease.docx"], {}, "old/Lease.docx"),
        (["lease_copy2.md", "lease-copy.md", "photocopy.md"], {}, "photocopy.md"),
    ],
)
def test_the_plainest_file_stands_for_the_others_at_the_best_place(paths, flags, shown) -> None:
    other = file("other.py", chunk("other", 0.85, 0.0))
    group = near_identical(*paths, flags=flags)
    [first, second] = order_hits([*group, other], RankSettings(weight=0.0))
    assert (first.path, second.path) == (shown, "other.py")
    assert {duplicate.path for duplicate in first.duplicates} == {*paths} - {shown}


def test_a_file_that_defines_the_name_asked_for_stands_behind_none_that_does_not() -> None:
    plain, named = near_identical("a.py", "deep/b.py")
    shown = order_hits([plain, structs.replace(named, pinned=True)], RankSettings())
    assert [(hit.path, hit.duplicates) for hit in shown] == [("deep/b.py", ()), ("a.py", ())]


def test_the_plain_formulas_know_no_groups() -> None:
    assert len(order_hits(near_identical("a.py", "b.py"), RankSettings(structure=False))) == 2


def test_files_that_resemble_none_stay_apart() -> None:
    ordered = [file("a"), file("b")]
    assert collapsed(ordered) == ordered


def pages(*scored: tuple[str, float]) -> list[FileHit]:
    """Return documents of one group, each with a chunk of this score."""
    made = [file(path, chunk(path, score, 0.0)) for path, score in scored]
    return [structs.replace(hit, duplicate_group="one", flags=("document",)) for hit in made]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ([("docs/de/a.md", 1.0), ("docs/en/a.md", 0.6)], "docs/de/a.md"),
        ([("docs/de/a.md", 1.0), ("docs/en/a.md", 0.9)], "docs/en/a.md"),
        ([("versioned_docs/version-1.x/a.md", 1.0), ("docs/a.md", 0.95)], "docs/a.md"),
        ([("versioned_docs/version-1.x/a.md", 1.0), ("docs/a.md", 0.5)], "versioned_docs/version-1.x/a.md"),
        (
            [("docs/app-3.x/a.md", 1.0), ("docs/app-4.x/a.md", 0.9)],
            "docs/app-4.x/a.md",
        ),
        ([("docs/v1.5/manual.yml", 1.0), ("docs/v1.8/manual.yml", 0.9)], "docs/v1.8/manual.yml"),
        ([("docs/b/a.md", 1.0), ("docs/a/a.md", 0.5)], "docs/a/a.md"),
    ],
    ids=[
        "language asked in",
        "English",
        "of today",
        "only the older answers",
        "the newest",
        "a manual written as data",
        "copies are no page",
    ],
)
def test_of_one_page_the_best_is_shown(answer: list[tuple[str, float]], shown: str) -> None:
    (only,) = order_hits(pages(*answer), replace(RankSettings(), weight=0.0))
    assert (only.path, len(only.duplicates)) == (shown, 1)


def catalogues(*scored: tuple[str, float]) -> list[FileHit]:
    """Return catalogues of messages of one group, each with a chunk of this score."""
    return [structs.replace(page, flags=()) for page in pages(*scored)]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ([("lang/bs/a.php", 1.0), ("lang/de/a.php", 0.95), ("lang/en/a.php", 0.9)], "lang/en/a.php"),
        ([("lang/bs/a.php", 1.0), ("lang/de/a.php", 0.95), ("lang/en/a.php", 0.3)], "lang/bs/a.php"),
        ([("messages.de.xlf", 1.0), ("messages.fr.xlf", 1.0), ("messages.xlf", 0.9)], "messages.xlf"),
        ([("lang/de.json", 1.0), ("lang/en-GB.json", 0.9), ("lang/en-US.json", 0.9)], "lang/en-US.json"),
        ([("values-de/strings.xml", 1.0), ("values-fr/strings.xml", 0.9)], "values-de/strings.xml"),
    ],
    ids=["English", "only a translation answers", "the source", "one English of several", "translations alone"],
)
def test_of_one_catalogue_the_source_is_shown(answer: list[tuple[str, float]], shown: str) -> None:
    (only,) = order_hits(catalogues(*answer), replace(RankSettings(), weight=0.0))
    assert (only.path, len(only.duplicates)) == (shown, len(answer) - 1)
    assert are_one_page(only, only.duplicates)


def test_of_one_catalogue_in_two_work_trees_the_source_is_shown() -> None:
    here = catalogues(("lang/bs/a.php", 1.0), ("lang/en/a.php", 0.9))
    there = [structs.replace(hit, file_id=FileId(f"{hit.file_id}+2"), repository="shop+2") for hit in here]
    (only,) = order_hits([*here, *there], replace(RankSettings(), weight=0.0))
    assert (only.path, only.repository, len(only.duplicates)) == ("lang/en/a.php", here[0].repository, 3)


def test_a_copy_of_a_catalogue_is_none_of_its_languages() -> None:
    source, copy = catalogues(("lang/en/a.php", 1.0), ("old/lang/en/a.php", 1.0))
    assert not are_one_page(source, [copy])
    assert not are_one_page(source, [structs.replace(source, repository="shop+2")])
