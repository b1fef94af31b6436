import math
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from search.analysis.terms import WRITTEN_BY_A_PROGRAM
from search.retrieval import bm25, bm25_compaction, bm25_postings
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import Alternative, words_of_terms
from search.retrieval.bm25_spelling import edit_distances
from tests.examples import examples

WORDS = ["leas", "renew", "lock", "token", "user", "find", "pars", "http", "größe", "日本", "zz"]
DOCUMENT = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
NAMES = st.sampled_from([f"shop@main:chunk:src/{name}.py#{name}/0" for name in "abcdefghijkl"])
CORPUS = st.dictionaries(NAMES, DOCUMENT, min_size=1, max_size=12)
CHANGES = st.lists(
    st.tuples(st.lists(NAMES, max_size=4), st.dictionaries(NAMES, DOCUMENT, max_size=4)), max_size=6
)
QUERY = st.lists(st.sampled_from([*WORDS, "absent"]), max_size=5)


def plain_scores(documents, query):
    """Scores of rank_bm25 itself; it cannot be built of documents that hold no word at all."""
    if not any(text.split() for text in documents):
        return np.zeros(len(documents))
    return BM25Okapi([text.split() for text in documents]).get_scores(query)


def live_chunks(index):
    return [index.slots[slot] for slot in np.flatnonzero(index.live).tolist()]


def changed(corpus, removed, added):
    left = {name: text for name, text in corpus.items() if name not in removed and name not in added}
    return left | added


@given(CORPUS, QUERY)
def test_scores_are_bit_for_bit_those_of_rank_bm25(corpus, query):
    index = LexicalIndex.build(corpus.items())
    assert index.okapi().get_scores(query).tobytes() == plain_scores(corpus.values(), query).tobytes()


@pytest.mark.examples
@settings(max_examples=examples(80, 300))
@given(CORPUS, CHANGES, QUERY)
def test_scores_after_any_updates_are_those_of_an_index_built_anew(corpus, changes, query):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
        corpus = changed(corpus, removed, added)
    assert live_chunks(index) == list(corpus)
    assert len(index) == len(corpus)
    scores = index.okapi().get_scores(query)[index.live]
    assert scores.tobytes() == plain_scores(corpus.values(), query).tobytes()


@given(CORPUS, CHANGES, QUERY, st.sets(NAMES))
def test_statistics_are_those_of_the_visible_chunks_alone(corpus, changes, query, seen):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
        corpus = changed(corpus, removed, added)
    visible = index.mask_of(seen)
    only = {name: text for name, text in corpus.items() if name in seen}
    assert (
        index.okapi(visible).get_scores(query)[visible].tobytes() == plain_scores(only.values(), query).tobytes()
    )
    alone = LexicalIndex.build(only.items())
    assert index.scores(query, visible)[visible].tobytes() == alone.scores(query).tobytes()
    assert not index.scores(query, visible)[~visible].any()
    for term in query:
        assert index.document_frequency(term, visible) == alone.document_frequency(term)
        assert index.terms_like(term, 3, visible) == alone.terms_like(term, 3)


@given(CORPUS, QUERY)
def test_a_chunk_scores_above_zero_exactly_when_it_holds_a_term(corpus, query):
    index = LexicalIndex.build(corpus.items())
    matching = {index.slots[slot] for slot in np.flatnonzero(index.scores(query) > 0).tolist()}
    assert matching == {name for name, text in corpus.items() if set(query) & set(text.split())}


@given(CORPUS, CHANGES, QUERY, st.none() | st.sets(NAMES))
def test_what_each_term_adds_makes_the_score_of_a_chunk(corpus, changes, query, seen):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
    visible = None if seen is None else index.mask_of(seen)
    chunks = ["absent", *live_chunks(index)]
    added = index.scores_by_term(query, index.slots_of(chunks), visible)
    assert added.shape == (len(chunks), len(query))
    assert not added[0].any()
    wanted = index.scores(query, visible)[index.slots_of(chunks[1:])]
    assert added[1:].sum(axis=1) == pytest.approx(wanted)
    for column, term in enumerate(query):
        alone = index.scores([term], visible)[index.slots_of(chunks[1:])]
        assert added[1:, column].tolist() == alone.tolist()


ALTERNATIVE = st.builds(Alternative, QUERY.map(tuple), st.sampled_from([0.0, 0.5, 1.0]))
WORDS = st.lists(st.lists(ALTERNATIVE, min_size=1, max_size=3).map(tuple), max_size=4)
"""Words with alternatives."""


@given(CORPUS, CHANGES, WORDS, st.none() | st.sets(NAMES))
def test_a_word_counts_by_its_best_alternative(corpus, changes, words, seen):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
    visible = None if seen is None else index.mask_of(seen)
    scores = index.scores_of_words(words, visible)
    by_hand = [np.max([weight * index.scores(terms, visible) for terms, weight in word], axis=0) for word in words]
    assert scores == pytest.approx(np.sum(by_hand, axis=0) if words else np.zeros(index.slot_count))
    slots = np.arange(index.slot_count)
    assert index.scores_by_word(words, slots, visible).sum(axis=1)[index.live] == pytest.approx(scores[index.live])


@given(CORPUS, QUERY)
def test_words_without_alternatives_score_as_terms(corpus, query):
    index = LexicalIndex.build(corpus.items())
    distinct = list(dict.fromkeys(query))
    assert index.scores_of_words(words_of_terms(query)) == pytest.approx(index.scores(distinct))


@given(CORPUS, st.text("lears", max_size=3), st.integers(0, 8))
def test_the_terms_that_start_so_are_all_that_are_no_longer(corpus, start, most):
    every = {term for text in corpus.values() for term in text.split()}
    wanted = sorted(term for term in every if term.startswith(start) and len(term.encode()) <= most)
    assert LexicalIndex.build(corpus.items()).terms_starting(start, most) == wanted


@given(CORPUS, st.text("lears", min_size=1, max_size=3), st.integers(0, 8))
def test_the_terms_that_contain_a_part_are_all_that_are_no_longer(corpus, part, most):
    every = {term for text in corpus.values() for term in text.split()}
    wanted = sorted(term for term in every if part in term and len(term.encode()) <= most)
    assert LexicalIndex.build(corpus.items()).terms_containing(part, most) == wanted


def test_the_only_chunk_of_an_index_is_found():
    index = LexicalIndex.build([("one", "leas renew")])
    slots, scores = index.top(["leas"], None, None, 10)
    assert [index.slots[slot] for slot in slots.tolist()] == ["one"]
    assert scores[0] > 0


@given(CORPUS, QUERY, st.sets(NAMES), st.integers(0, 5))
def test_top_is_the_best_of_the_candidates_with_ties_by_chunk(corpus, query, wanted, limit):
    index = LexicalIndex.build(corpus.items())
    scores = index.scores(query)
    names = [name for name in corpus if name in wanted and scores[index.slots_of([name])[0]] > 0]
    expected = sorted(names, key=lambda name: (-scores[index.slots_of([name])[0]], name))[:limit]
    slots, best = index.top(query, index.mask_of(wanted), None, limit)
    assert [index.slots[slot] for slot in slots.tolist()] == expected
    assert best.tolist() == [scores[slot] for slot in slots.tolist()]


def test_the_last_of_two_documents_with_one_id_counts():
    index = LexicalIndex.build([("same", "leas"), ("other", "lock"), ("same", "token")])
    assert live_chunks(index) == ["other", "same"]
    assert index.document_frequency("leas") == 0
    assert index.document_frequency("token") == 1


def test_an_index_is_not_changed_by_what_replaces_it():
    before = LexicalIndex.build([("a", "leas"), ("b", "lock"), ("c", "lock token")])
    scores = before.scores(["lock"])
    before.replace(["b"], [("d", "leas lock")])
    assert before.scores(["lock"]).tobytes() == scores.tobytes()
    assert live_chunks(before) == ["a", "b", "c"]


def test_many_small_updates_leave_few_parts_and_the_same_scores(monkeypatch):
    monkeypatch.setattr(bm25_postings, "BLOCK_POSTINGS", 7)
    corpus, index = {}, LexicalIndex()
    for number in range(300):
        added = {f"chunk{number}": f"word{number % 17} word{number % 5} leas " * (number % 3)}
        removed = [f"chunk{number - 40}"] if number % 2 else []
        index, corpus = index.replace(removed, added.items()), changed(corpus, removed, added)
    assert len(index._parts) <= 1 + math.log2(300)
    query = ["word3", "leas", "word4"]
    scores = index.okapi().get_scores(query)[index.live]
    assert scores.tobytes() == plain_scores(corpus.values(), query).tobytes()


def test_parts_are_not_merged_above_the_most_postings_and_answer_alike(monkeypatch):
    monkeypatch.setattr(bm25_compaction, "MOST_MERGED_POSTINGS", 100)
    documents = [(f"c{number}", f"lease worker{number % 7} queue") for number in range(300)]
    index = LexicalIndex()
    for document in documents:
        index = index.replace([], [document])
    sizes = [len(part.documents) for part in index.parts]
    assert max(sizes) <= 100
    assert len(sizes) < 300 / 10
    terms = ("lease", "worker3")
    assert np.array_equal(index.scores(terms), LexicalIndex.build(documents).scores(terms))


def test_removed_chunks_do_not_keep_their_slots_for_ever():
    index = LexicalIndex.build((f"chunk{number}", f"word{number}") for number in range(100))
    index = index.replace([f"chunk{number}" for number in range(90)], [])
    assert index.slot_count == len(index) == 10
    empty = index.replace([f"chunk{number}" for number in range(100)], [])
    assert (empty.slot_count, len(empty.scores(["word95"])), empty.top(["word95"], None, None, 5)[0].tolist()) == (
        0,
        0,
        [],
    )


def test_building_in_blocks_gives_what_building_at_once_gives(monkeypatch):
    documents = [(f"chunk{number}", f"word{number % 7} leas word{number % 11}") for number in range(200)]
    whole = LexicalIndex.build(documents)
    monkeypatch.setattr(bm25, "BLOCK_CHARACTERS", 100)
    pieces = LexicalIndex.build(documents)
    query = ["leas", "word3", "word3"]
    assert pieces.scores(query).tobytes() == whole.scores(query).tobytes()
    assert list(pieces.slots) == list(whole.slots)


def test_more_repetitions_than_two_bytes_hold_are_counted():
    documents = [("a", "leas " * 70_000 + "lock"), ("b", "lock"), ("c", "token"), ("d", "user")]
    index = LexicalIndex.build(documents).replace(["d"], [("e", "pars")])
    expected = plain_scores([documents[0][1], "lock", "token", "pars"], ["leas"])
    assert index.okapi().get_scores(["leas"])[index.live].tobytes() == expected.tobytes()


def test_slots_of_unknown_and_odd_ids_are_minus_one():
    index = LexicalIndex.build([("a\udcff/ü#日本/0", "leas"), ("b", "lock")])
    assert index.slots_of(["b", "", "a", "a\udcff/ü#日本/0"]).tolist() == [1, -1, -1, 0]
    with pytest.raises(IndexError):
        index.slots[2]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("authentcation", "authentication"),
        ("athentication", "authentication"),
        ("lesae", "lease"),
        ("größ", "größe"),
    ],
)
def test_a_misspelt_term_finds_the_term_that_was_meant(wrong, expected):
    index = LexicalIndex.build(
        [("a", "authentication lease größe"), ("b", "lease lock release"), ("c", "authority")]
    )
    assert index.terms_like(wrong)[0].term == expected


def test_similar_terms_stand_by_distance_then_frequency_then_name():
    index = LexicalIndex.build([("a", "lock look"), ("b", "lock loom"), ("c", "dock block"), ("d", "dock")])
    similar = [
        (similar_term.term, similar_term.distance, similar_term.frequency)
        for similar_term in index.terms_like("lock")
    ]
    assert similar == [("dock", 1, 2), ("block", 1, 1), ("look", 1, 1), ("loom", 2, 1)]


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xbc", 1), ("ab", "badc", 3)],
)
def test_edits_insert_remove_change_and_swap(first, second, distance):
    assert edit_distances(first, [second, "other", second]).tolist()[::2] == [distance] * 2


def edited(text, edit):
    at, kind, letter = edit
    at = min(at, len(text))
    if kind == "insert":
        return text[:at] + letter + text[at:]
    if kind == "remove":
        return text[:at] + text[at + 1 :]
    if kind == "change":
        return text[:at] + letter * (at < len(text)) + text[at + 1 :]
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


EDIT = st.tuples(
    st.integers(0, 8), st.sampled_from(["insert", "remove", "change", "swap"]), st.sampled_from("abé日")
)


@given(st.text(alphabet="abcé日", max_size=8), EDIT)
def test_one_edit_is_a_distance_of_at_most_one_and_none_of_zero(text, edit):
    other = edited(text, edit)
    assert edit_distances(text, [other, text]).tolist() == [int(other != text), 0]


@given(st.text(alphabet="abé", max_size=6), st.lists(st.text(alphabet="abé", max_size=6), max_size=8))
def test_distances_are_the_same_both_ways_and_between_the_lengths_difference_and_the_longer(text, others):
    for other, distance in zip(others, edit_distances(text, others).tolist(), strict=True):
        assert edit_distances(other, [text]).tolist() == [distance]
        assert abs(len(text) - len(other)) <= distance <= max(len(text), len(other))
        assert (distance == 0) == (text == other)


@given(st.text(alphabet="abcé日", min_size=1, max_size=8), EDIT)
def test_a_term_one_edit_away_is_always_similar(term, edit):
    index = LexicalIndex.build([("a", term), ("b", "something else")])
    wrong = edited(term, edit)
    assert [similar_term.term for similar_term in index.terms_like(wrong, 1)] == (
        [term] if wrong and wrong != term else []
    )


def test_threads_that_search_while_indexes_change_see_one_whole_index_each():
    current = [LexicalIndex.build((f"chunk{number}", f"leas word{number}") for number in range(50))]
    wrong = []

    def search():
        for _ in range(200):
            index = current[0]
            slots, scores = index.top(["leas"], None, None, 1000)
            if len(slots) != len(index) or not (scores > 0).all():
                wrong.append(len(slots))

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(50, 90):
        current[0] = current[0].replace([f"chunk{number - 50}"], [(f"chunk{number}", f"leas word{number}")])
    for thread in threads:
        thread.join()
    assert wrong == []


@given(CORPUS, CHANGES, QUERY)
def test_the_terms_that_a_chunk_holds_are_known_without_its_text(corpus, changes, query):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
        corpus = changed(corpus, removed, added)
    terms_by_slot = index.terms_in(index.slots_of([*corpus, "absent"]), query)
    assert terms_by_slot == [*(set(text.split()) & set(query) for text in corpus.values()), set()]


@given(CORPUS, CHANGES)
def test_chunks_of_many_slots_are_those_of_one_after_the_other(corpus, changes):
    index = LexicalIndex.build(corpus.items())
    for removed, added in changes:
        index = index.replace(removed, added.items())
    slots = np.arange(index.slot_count)[::-1]
    assert index.slots.many(slots) == [index.slots[slot] for slot in slots.tolist()]


@given(CORPUS, CHANGES, QUERY, st.sets(NAMES), st.sets(NAMES))
def test_what_programs_wrote_moves_no_score_of_what_people_wrote(corpus, changes, query, written, seen):
    def marked(documents):
        return {
            name: f"{text} {WRITTEN_BY_A_PROGRAM}" if name in written else text for name, text in documents.items()
        }

    index = LexicalIndex.build(marked(corpus).items())
    for removed, added in changes:
        index = index.replace(removed, marked(added).items())
        corpus = changed(corpus, removed, added)
    by_hand = {name: text for name, text in corpus.items() if name in seen - written}
    visible, alone = index.mask_of(seen), LexicalIndex.build(by_hand.items())
    ours = visible & ~index.written_by_programs
    if not by_hand:
        return
    assert index.scores(query, visible)[ours].tobytes() == alone.scores(query).tobytes()
    assert index.count(visible) == len(by_hand)
    for term in query:
        holding = [name for name, text in corpus.items() if name in seen and term in text.split()]
        assert index.document_frequency(term, visible) == alone.document_frequency(term)
        assert index.holds(term, visible) == bool(holding)
        assert index.terms_like(term, 3, visible) == alone.terms_like(term, 3)
        scores = index.scores([term], visible)
        assert {index.slots[slot] for slot in np.flatnonzero(scores > 0).tolist()} == set(holding)


def test_an_index_of_what_programs_wrote_alone_has_their_statistics():
    documents = {"a": "leas renew", "b": "leas", "c": "lock lock"}
    marked = LexicalIndex.build((name, f"{text} {WRITTEN_BY_A_PROGRAM}") for name, text in documents.items())
    assert marked.count() == 3
    assert marked.document_frequency("leas") == 2
    assert np.argmax(marked.scores(["lock"])) == 2
