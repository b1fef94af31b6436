"""Misspelt words of a query are replaced by the nearest word of the index, and the answer says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.service.search_service import SearchService
from search.service.spelling import MOST_WORDS
from search.types.chunks import Chunk
from search.types.filters import Access
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.contracts.samples import IndexOnDisk, chunk
from tests.contracts.service_parts import service_on

TEXTS = {
    "lease.py": "class LeaseService:\n    def renewLease(self, connection):\n        return connection",
    "reader.py": "def retrieve(path, settings):\n    receipt = connections(path)\n    return receipt",
    "auth.md": "Authentication happens before anything is retrieved. An authentication ends.",
    "wombat.md": "The wombat sleeps. wombat",
}
HIDDEN = {"vault.md": "The quokka of the leeses owns a zirconium mine."}
STAFF = Access(tenant="local")


def chunks_of(texts: dict[str, str], **labels: str) -> list[Chunk]:
    return [chunk(path, 0, text, **labels) for path, text in texts.items()]


@pytest.fixture(scope="module")
def disks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[IndexOnDisk]]:
    indexes = [IndexOnDisk(tmp_path_factory.mktemp("index")) for _ in range(4)]
    yield indexes
    for index in indexes:
        index.storage.close()


@pytest.fixture(scope="module")
def service(disks: list[IndexOnDisk]) -> SearchService:
    """Return a service on an index that holds hidden files too."""
    return service_on(disks[0], [*chunks_of(TEXTS), *chunks_of(HIDDEN, tenant="other")])


@pytest.fixture(scope="module")
def without_hidden(disks: list[IndexOnDisk]) -> SearchService:
    return service_on(disks[1], chunks_of(TEXTS))


def search(service: SearchService, text: str, access: Access = STAFF) -> SearchResult:
    return service.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD), access=access))


@pytest.mark.parametrize(
    ("typed", "searched", "first"),
    [
        ("leese", "lease", "lease.py"),
        ("renewLeese", "renewLease", "lease.py"),
        ("LeaseServce", "LeaseService", "lease.py"),
        ("renewleese", "renewLease", "lease.py"),
        ("LeasServce", "LeaseService", "lease.py"),
        ("LeasService", "LeaseService", "lease.py"),
        ("reenwLease", "renewLease", "lease.py"),
        ("renew_lease", "renewLease", "lease.py"),
        ("RenewLease", "RenewLease", "lease.py"),
        ("RENEW_LEASE", "renewLease", "lease.py"),
        ("lease_service", "LeaseService", "lease.py"),
        ("who calls renew_leese", "who calls renewLease", "lease.py"),
        ("retreive settings", "retrieve settings", "reader.py"),
        ("Reciept", "Receipt", "reader.py"),
        ("connetcion", "connection", "lease.py"),
        ("authentcation", "authentication", "auth.md"),
        ("settigns", "settings", "reader.py"),
        ("happns", "happens", "auth.md"),
        ("who needs authetication?", "who needs authentication?", "auth.md"),
        ("wombta lang:markdown", "wombat", None),
        ("WOMBTA", "WOMBAT", "wombat.md"),
    ],
)
def test_a_misspelt_word_is_searched_as_the_nearest_one(
    service: SearchService, typed: str, searched: str, first: str | None
) -> None:
    result = search(service, typed)
    assert result.searched == searched
    assert [file.path for file in result.files][:1] == ([] if first is None else [first])


@pytest.mark.parametrize(
    "typed",
    [
        '"leese"',
        "sym:renewLeese",
        "-leese wombat",
        "delay the lease",
        "leas wombat",
        "lse wombat",
        "l3ase wombat",
        "renewLease connection",
        "wombatwombat",
        "の lease",
    ],
)
def test_what_is_quoted_known_short_or_far_from_everything_stays_as_typed(
    service: SearchService, typed: str
) -> None:
    result = search(service, typed)
    assert result.corrections == ()
    assert "search.corrected" not in [note.code for note in result.notes]


def test_the_answer_says_what_it_searched(service: SearchService) -> None:
    result = search(service, "leese of the wombta")
    assert [(pair.typed, pair.searched) for pair in result.corrections] == [
        ("leese", "lease"),
        ("wombta", "wombat"),
    ]
    assert "lease instead of leese, wombat instead of wombta" in " ".join(map(str, result.notes))


def test_only_the_first_words_of_a_long_text_are_corrected(service: SearchService) -> None:
    result = search(service, f"leese {'wombat ' * MOST_WORDS} wombta")
    assert [pair.typed for pair in result.corrections] == ["leese"]


def test_the_more_frequent_of_two_equally_near_words_is_taken(disks: list[IndexOnDisk]) -> None:
    texts = {"a.md": "a batch", "b.md": "a patch", "c.md": "another patch"}
    assert search(service_on(disks[2], chunks_of(texts)), "xatch").searched == "patch"


FUNCTION_WORDS = {
    "whew.md": "Whew, the lease is renewed.",
    "want.md": "People want a lease.",
    "wants.md": "They want another lease and a list.",
    "list.md": "A list of leases in a theme.",
    "themes.md": "Each theme has a fork.",
}


@pytest.fixture(scope="module")
def of_function_words(disks: list[IndexOnDisk]) -> SearchService:
    return service_on(disks[3], chunks_of(FUNCTION_WORDS))


@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("wher is the lease", "where is the lease"),
        ("Wher's the lease", "Where's the lease"),
        ("waht renews the lease", "what renews the lease"),
        ("hwo is the lease renewed?", "how is the lease renewed?"),
        ("the lease adn teh list", "the lease and the list"),
        ("lease thier list", "lease their list"),
    ],
)
def test_a_misspelt_function_word_is_read_as_that_without_a_note(
    of_function_words: SearchService, typed: str, searched: str
) -> None:
    result = search(of_function_words, typed)
    assert result.searched == searched
    assert result.corrections == ()
    assert "search.corrected" not in [note.code for note in result.notes]


@pytest.mark.parametrize(
    ("typed", "searched"), [("a lsit", "a list"), ("the thmee", "the theme"), ("waht", "want")]
)
def test_a_word_of_the_index_comes_before_a_function_word_that_is_a_less_likely_error(
    of_function_words: SearchService, typed: str, searched: str
) -> None:
    assert search(of_function_words, typed).searched == searched


@pytest.mark.parametrize("word", ["dont", "Cant", "isnt", "wont"])
def test_a_denial_without_its_apostrophe_is_no_misspelt_word(of_function_words: SearchService, word: str) -> None:
    result = search(of_function_words, f"{word} renew the lease")
    assert result.searched == f"{word} renew the lease"
    assert result.corrections == ()


@pytest.mark.parametrize("typed", ["forx", "thew", "a wasm", "a forx"])
def test_a_short_word_of_a_single_file_corrects_nothing(of_function_words: SearchService, typed: str) -> None:
    result = search(of_function_words, typed)
    assert (result.searched, result.corrections) == (typed, ())


STEMS = {
    "core.py": "def run(context):\n    context.invocation = 1\n    sharers = logical = 2",
    "more.py": "an invocation of logically ordered sharers",
    "themes.md": "A scheme of colours. Auto is one, and auto another.",
    "more_themes.md": "Auto again.",
}


@pytest.fixture(scope="module")
def of_stems(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchService]:
    disk = IndexOnDisk(tmp_path_factory.mktemp("index"))
    yield service_on(disk, chunks_of(STEMS))
    disk.storage.close()


@pytest.mark.parametrize("typed", ["invoice", "login", "shader", "invoice tax calculation", "OAuth"])
def test_no_word_is_searched_that_no_file_has(of_stems: SearchService, typed: str) -> None:
    result = search(of_stems, typed)
    assert (result.searched, result.corrections) == (typed, ())
    assert result.nothing_here


@pytest.mark.parametrize(
    ("typed", "searched"), [("sharres", "sharers"), ("lgoic", "logic"), ("invocaton", "invocation")]
)
def test_a_likely_error_is_corrected_where_only_other_forms_of_a_common_word_are(
    of_stems: SearchService, typed: str, searched: str
) -> None:
    assert search(of_stems, typed).searched == searched


def test_a_word_that_may_be_meant_decides_whether_anything_answers(of_stems: SearchService) -> None:
    result = search(of_stems, "schema of postgres")
    assert result.searched == "scheme of postgres"
    assert result.nothing_here
    assert result.notes[1].values["words"] == "schema, postgres"
    assert not search(of_stems, "shceme of colours").nothing_here


SLIPS = st.sampled_from(["quoka", "quokak", "zirconim", "leesse", "leeses", "wombt", "mined", "zirconiumm"])


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SLIPS, min_size=1, max_size=3).map(" ".join))
def test_no_correction_tells_of_a_word_that_only_hidden_files_hold(
    service: SearchService, without_hidden: SearchService, text: str
) -> None:
    with_hidden, without = search(service, text), search(without_hidden, text)
    assert (with_hidden.searched, with_hidden.corrections, with_hidden.notes) == (
        without.searched,
        without.corrections,
        without.notes,
    )
    assert [file.path for file in with_hidden.files] == [file.path for file in without.files]
    assert not {"quokka", "zirconium"} & set(with_hidden.searched.split())


def test_the_owner_gets_corrections_from_every_word(service: SearchService) -> None:
    assert search(service, "quoka", Access()).searched == "quokka"


@pytest.mark.parametrize(
    ("typed", "searched"), [("lgos", "logs"), ("loggs", "logs"), ("ssrf", "ssrf"), ("xogs", "xogs")]
)
def test_of_a_short_word_no_first_letter_is_wrong_and_none_too_many_but_a_double_one(
    tmp_path: Path, typed: str, searched: str
) -> None:
    disk = IndexOnDisk(tmp_path)
    service = service_on(disk, chunks_of(dict.fromkeys(("a.py", "b.py"), "logs of ssr")))
    assert search(service, typed).searched == searched
    service.close(save=False)
    disk.storage.close()
