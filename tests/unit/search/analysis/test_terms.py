import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.analysis.names import fold, split_identifier
from search.analysis.terms import chunk_terms, joined_terms, query_terms, words_for_marking


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("HTTPServer2", ["http", "server", "2"]),
        ("parse_http_body", ["parse", "http", "body"]),
        ("__init__", ["init"]),
        ("XMLHttpRequest", ["xml", "http", "request"]),
        ("userID", ["user", "id"]),
        ("sha256Sum", ["sha", "256", "sum"]),
        ("GrößeÄndern", ["grosse", "andern"]),
        ("поискФайла", ["поискфайла"]),
        ("", []),
        ("___", []),
    ],
)
def test_a_name_falls_into_its_lower_cased_parts(name, parts):
    assert split_identifier(name) == parts


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("parseHTTPBody", ["parsehttpbodi", "pars", "http", "bodi"]),
        ("get_users", ["get_us", "get", "user"]),
        ("running runs", ["run"]),
        ("the lease is renewed", ["leas", "renew"]),
        ("don't", ["don"]),
        ("HTTP 404, port 8080", ["http", "404", "port", "8080"]),
        ("utf8", ["utf8", "utf"]),
        ("std::vector<int>", ["std", "vector", "int"]),
        ("日本語", ["日本", "本語"]),
        ("検索API", ["検索", "api"]),
        ("語", ["語"]),
        ("서버를", ["서버", "버를"]),
        ("\ufb01le \uff21\uff30\uff29", ["file", "api"]),
        ("a b c 1 2", []),
        ("the of and", []),
        ("", []),
        ("nul\0byte", ["nul", "byte"]),
        ("\ud800broken\udfff", ["broken"]),
        ("👍🏽 done", []),
    ],
)
def test_text_becomes_stems_of_words_and_their_parts(text, terms):
    assert query_terms(text) == terms


def test_accents_do_not_matter_however_they_are_written():
    assert query_terms("Größe café") == query_terms("grosse cafe") == query_terms("Gro\u0308ße cafe\u0301")


def test_soft_hyphens_do_not_divide_a_word():
    assert query_terms("roast\xadery Öko\xadsystem \xad \xadday\xad") == query_terms("roastery Ökosystem day")


def test_a_plural_or_another_style_of_the_name_is_found():
    assert set(query_terms("leaseManagers")) & set(query_terms("lease_manager")) == {"leas", "manag"}
    assert query_terms("getusers") == query_terms("getUsers")[:1]


def test_encoded_data_leaves_no_heap_of_small_terms():
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    assert query_terms(digest) == [digest]
    assert query_terms("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2" * 5) == []


def test_a_chunk_counts_its_file_name_twice_its_folders_and_its_symbols_once():
    terms = chunk_terms("return lease", "very/far/src/engine/lock/lease_manager.py", ["LeaseManager"]).split()
    assert terms.count("lease_manag") == 2
    assert terms.count("leasemanag") == 1
    assert terms.count("leas") == 1 + 2 + 1
    assert [folder for folder in ("very", "far", "src", "engin", "lock") if folder in terms] == [
        "src",
        "engin",
        "lock",
    ]


def test_query_terms_keep_the_order_and_stand_once():
    assert query_terms("renew lease, renewed leases") == ["renew", "leas"]


@given(st.text(max_size=300))
def test_terms_of_any_text_are_what_a_query_of_one_of_its_lines_finds(text):
    indexed = set(joined_terms(text).split())
    for line in text.splitlines():
        assert set(query_terms(line)) <= indexed


@given(st.text(alphabet="aZ_9 é日本\u0308\0\ud800sIn", max_size=80))
def test_terms_are_separated_by_single_blanks_and_hold_no_white_space(text):
    joined = joined_terms(text)
    assert joined == " ".join(joined.split())


@given(st.text(max_size=200), st.text(max_size=40))
def test_marked_spans_are_in_order_inside_the_text_and_apart(text, query):
    end = 0
    for span in words_for_marking(query_terms(query), text):
        assert end <= span[0] < span[1] <= len(text)
        end = span[1]


@given(st.text(alphabet="abAB_ é日本語", max_size=60))
def test_a_text_that_shares_a_term_has_a_mark_and_another_has_none(text):
    terms = query_terms(text)
    assert bool(list(words_for_marking(terms[:1], text))) == bool(terms)
    assert list(words_for_marking(["nowhere"], text)) == []


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("lease", "class LeaseManager: # leases", ["Lease", "leases"]),
        ("LeaseManager", "LeaseManager", ["LeaseManager"]),
        ("http body", "parseHTTPBody", ["HTTPBody"]),
        ("größe", "die Größe", ["Größe"]),
        ("日本", "これは日本語です", ["日本"]),
        ("api", "検索API", ["検索API"]),
        ("roastery", "the roast\xadery works", ["roast\xadery"]),
    ],
)
def test_the_part_of_a_word_that_was_asked_for_is_marked(query, text, marked):
    assert [text[start:end] for start, end in words_for_marking(query_terms(query), text)] == marked


def test_threads_get_the_same_terms_as_one():
    texts = [f"parseName{number}Running leases_of_{number}" for number in range(500)]
    alone = [joined_terms(text + " again") for text in texts]
    together: list[list[str]] = [[], [], [], []]
    threads = [
        threading.Thread(target=lambda out=out: out.extend(joined_terms(text + " again") for text in texts))
        for out in together
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [alone] * 4


def test_folding_leaves_letters_of_other_scripts_alone():
    assert fold("поиск й が 서버") == "поиск й が 서버"


def test_the_analysis_loads_nothing_heavy():
    heavy = {"numpy", "torch", "lancedb", "rank_bm25"}
    code = f"import sys, search.analysis.terms; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
