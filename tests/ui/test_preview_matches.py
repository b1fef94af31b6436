"""What of a file is shown and marked: matches, bands, excerpts, breadcrumbs."""

from hypothesis import given
from hypothesis import strategies as st

from search.analysis.terms import words_for_marking
from tests.ui.pane_samples import chunk_hit, file_hit, mark_words, tree_node
from ui.code.languages import language_name
from ui.controllers.spot import Spot
from ui.i18n.size_words import size_words
from ui.panels.preview.breadcrumb import BreadcrumbParts, fitted
from ui.panels.preview.matches import Match, find_matches, plain_matches
from ui.panels.preview.source import EXCERPT_LINES, excerpt

TEXT = "lease worker\nlease leases\nworker\n\nretry lease\n"


def test_every_hit_word_is_found_with_its_line_and_place():
    matches = find_matches(TEXT, ("lease", "worker"), (), mark_words)
    assert matches.all[:3] == (Match(0, 0, 5), Match(0, 6, 12), Match(1, 0, 5))
    assert len(matches.all) == 6


def test_a_line_of_a_chunk_with_two_different_words_gets_a_band():
    matches = find_matches(TEXT, ("lease", "worker", "retry"), ((1, 3),), mark_words)
    assert matches.hit_lines == {0}


def test_two_forms_of_one_word_are_not_two_words():
    assert find_matches(TEXT, ("lease", "worker"), ((2, 2),), mark_words).hit_lines == frozenset()


def test_a_line_outside_the_chunks_gets_no_band():
    assert find_matches(TEXT, ("lease", "worker", "retry"), ((2, 3),), mark_words).hit_lines == frozenset()


def test_without_terms_nothing_is_marked():
    assert find_matches(TEXT, (), ((1, 5),), mark_words).all == ()


def test_the_first_match_from_a_line_on_is_chosen_else_the_last():
    matches = find_matches(TEXT, ("lease",), (), mark_words)
    assert matches.at_or_after(1) == 1
    assert matches.at_or_after(99) == 3
    assert find_matches("", ("lease",), (), mark_words).at_or_after(0) is None


@given(st.text(alphabet="lease wrk\n", max_size=60))
def test_every_match_lies_within_its_line(text):
    lines = text.split("\n")
    for match in find_matches(text, ("lease", "w"), ((1, 99),), mark_words).all:
        assert lines[match.line][match.start : match.end].lower().startswith(("lease", "w"))


def test_the_index_analysis_marks_other_forms_of_a_word():
    text = "retries and retrying leases"
    spans = list(words_for_marking(("retri", "leas"), text))
    assert [text[start:end] for start, end in spans] == ["retries", "retrying", "leases"]


def test_a_small_file_is_shown_whole():
    part = excerpt("a\nb", 3, 2)
    assert (part.text, part.first_line, part.whole) == ("a\nb", 1, True)


def test_a_large_file_is_cut_around_the_line():
    text = "\n".join(map(str, range(1, 60_001)))
    part = excerpt(text, len(text), 30_000)
    assert part.text.count("\n") == EXCERPT_LINES - 1
    assert part.text.split("\n")[30_000 - part.first_line] == "30000"
    assert excerpt(text, len(text), 60_000).text.endswith("60000")
    assert excerpt(text, len(text), 1).first_line == 1
    assert excerpt(text, len(text), 1, all_of_it=True).whole


def test_plain_text_is_found_without_regard_to_case():
    assert plain_matches("Lease\n a lease", "LEASE") == (Match(0, 0, 5), Match(1, 3, 8))


def test_the_folder_gives_way_before_the_symbol_and_the_file_last(themed):
    position = BreadcrumbParts("relay", "relay/worker/deep/folder", "lease.py", "LeaseManager.renew")
    assert fitted(position, 2000) == position
    assert fitted(position, 330).folder != position.folder
    assert fitted(position, 330).symbol == position.symbol
    narrow = fitted(position, 150)
    assert (narrow.folder, narrow.file) == ("", "lease.py")
    assert narrow.symbol != position.symbol
    assert fitted(position, 60).file == "lease.py"
    assert fitted(position, 30).file.endswith("y")
    assert "\N{HORIZONTAL ELLIPSIS}" in fitted(position, 30).file


def test_a_spot_of_a_hit_begins_at_its_best_chunk():
    file = file_hit(1, "relay/worker/lease.py", 2)
    spot = Spot.of_hit(file)
    assert (spot.line, spot.symbol, spot.chunks) == (9, "LeaseManager.f0", ((9, 15), (9, 15)))
    assert Spot.of_hit(file, chunk_hit("x", 7, 3, 4)).line == 3


def test_a_spot_of_a_node_names_its_file():
    from search.types.graph import Direction

    node = tree_node("Lease", "x", 1, Direction.DEPENDS_ON, id="relay@main:py:Lease", kind="class", path="a/b.py")
    spot = Spot.of_node(node)
    assert (spot.file, spot.repository, spot.symbol, spot.line) == ("relay@main:file:a/b.py", "relay", "Lease", 3)


def test_sizes_and_languages_are_written_for_people():
    assert [size_words(n) for n in (812, 14_300, 3_200_000)] == ["812 bytes", "14 kB", "3.2 MB"]
    assert [language_name(n) for n in ("python", "csharp", "sql", "")] == ["Python", "C#", "SQL", "Text"]
