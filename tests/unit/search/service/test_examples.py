"""Find like this: what resembles a file, a chunk or a pasted text."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.errors import AmbiguousNameError, BadInputError, NotFoundError, QueryError
from search.types.filters import OWNER, Access
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written
from tests.fakes.encoder import BagOfWordsEncoder

LEASE = """def renew_lease(lease, clock):
    if lease.holder.expired(clock):
        raise LeaseExpired(lease.holder)
    lease.until = clock.now() + lease.period
    return lease
"""
NOISE = ("harbour", "violin", "glacier", "pepper", "saddle", "lantern", "quartz", "meadow")
FILES = {
    ".dowse.toml": 'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n',
    "a/lease.py": LEASE,
    "b/lease.py": LEASE.replace("renew", "extend"),
    "b/hotel.py": "def book_room(room, guest):\n    room.guest = guest\n    return room\n",
    "docs/lease.md": "# Houses\n\nThe lease of a house ends with the year.\n\n# Rooms\n\nOf guests.\n",
    **{f"other/{word}.py": f"def find_{word}(place):\n    return place.{word}\n" for word in NOISE},
    "vault/lease.py": LEASE.replace("renew", "steal"),
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.composition.open_encoder", lambda *_: BagOfWordsEncoder())
        with core_on(tmp_path_factory.mktemp("index"), root) as made:
            yield made


def like(
    core: LocalCore, what: str, text: str = "", access: Access = OWNER, mode: Mode = Mode.HYBRID
) -> list[str]:
    result = core.search(SearchQuery(text, RankSettings(mode=mode), access=access, like=what))
    return [file.path for file in result.files]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("what", ["a/lease.py", "a/lease.py:2"])
def test_what_resembles_a_file_comes_first_and_the_file_itself_not_at_all(
    core: LocalCore, what: str, mode: Mode
) -> None:
    paths = like(core, what, mode=mode)
    assert set(paths[:2]) == {"b/lease.py", "vault/lease.py"}
    assert "a/lease.py" not in paths


def test_the_file_may_be_named_by_its_identifier_or_its_place_on_the_disk(core: LocalCore) -> None:
    [root] = core.roots(OWNER)
    by_path = like(core, "a/lease.py")
    assert like(core, f"{root.root.path}/a/lease.py") == by_path
    assert like(core, f"{root.root.repository}@-:file:a/lease.py") == by_path


def test_a_chunk_is_left_out_and_the_rest_of_its_file_is_not(core: LocalCore) -> None:
    [guide] = core.search(SearchQuery("guest rooms lang:markdown")).files
    chunk = guide.chunks[0]
    files = core.search(SearchQuery("", like=chunk.id)).files
    assert chunk.id not in {hit.id for file in files for hit in file.chunks}


def test_a_pasted_text_is_searched_as_it_is(core: LocalCore) -> None:
    files = core.search(SearchQuery("", like_text="room.guest = new_guest  # the guest of this room")).files
    assert files[0].path == "b/hotel.py"


def test_filters_narrow_and_words_are_looked_up_too(core: LocalCore) -> None:
    assert like(core, "a/lease.py", "lang:markdown") == ["docs/lease.md"]
    assert "other/violin.py" not in like(core, "a/lease.py", mode=Mode.KEYWORD)
    assert "other/violin.py" in like(core, "a/lease.py", "violin", mode=Mode.KEYWORD)


def test_the_answer_says_what_it_was_like(core: LocalCore) -> None:
    assert core.search(SearchQuery("", like="a/lease.py:2")).searched == "like a/lease.py, lines 1 to 5"


def test_who_may_not_see_the_example_gets_the_error_for_a_missing_one(core: LocalCore) -> None:
    staff = Access("acme", ())
    for what in ("vault/lease.py", "vault/lease.py:1", "vault/nothing.py"):
        with pytest.raises(NotFoundError, match="is not indexed"):
            like(core, what, access=staff)
    assert "vault/lease.py" not in like(core, "a/lease.py", access=staff)


def test_a_path_that_several_files_end_in_is_refused_with_their_names(core: LocalCore) -> None:
    with pytest.raises(AmbiguousNameError, match="3 files"):
        like(core, "lease.py")


@pytest.mark.parametrize(
    ("query", "error"),
    [
        (lambda: SearchQuery("", like="a", like_text="b"), BadInputError),
        (lambda: SearchQuery("", like="a/lease.py:99"), NotFoundError),
        (lambda: SearchQuery("lnag:red", like="a/lease.py"), QueryError),
        (lambda: SearchQuery(""), QueryError),
    ],
)
def test_a_faulty_example_is_refused(core: LocalCore, query, error: type[Exception]) -> None:
    with pytest.raises(error):
        core.search(query())
