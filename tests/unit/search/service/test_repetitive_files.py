"""A file that repeats a word hides no other file that holds it, and the total counts them all."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.local_core import LocalCore
from app.core.why_ranked import rank_in_answers
from search.types.filters import OWNER, Access
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written

NAMES = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper", "kapok", "larch"]
WORDS = [*NAMES, "lease", "renew", "shared", "nowhere"]
KEYWORD = RankSettings(mode=Mode.KEYWORD)
COOKS = Access(groups=("cooks",))


def _repetitive() -> str:
    return "".join(f"def lease_{number}(lease):\n    return lease, lease, {number}\n\n\n" for number in range(700))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalCore, dict[str, str]]]:
    home = tmp_path_factory.mktemp("repetitive")
    files = {
        "all.py": _repetitive(),
        **{
            f"docs/{name}.md": f"# {name}\n\nOf the {name}: shared words tell when to renew a lease {at}.\n"
            for at, name in enumerate(NAMES)
        },
        **{f"hidden/{name}.md": f"# {name}\n\nThe hidden {name} has a lease.\n" for name in NAMES[:5]},
        ".dowse.toml": '[[rules]]\nglob = "hidden/**"\ngroups = ["board"]\n',
    }
    written(home / "shop", files)
    with core_on(home, home / "shop", semantic=False) as core:
        yield core, files


def paths_with(core: LocalCore, word: str, access: Access = OWNER, top: int = 100) -> set[str]:
    """Return the paths of the answers, near duplicates among them."""
    answer = core.search(SearchQuery(word, KEYWORD, top=top, access=access))
    return {path for file in answer.files for path in (file.path, *(copy.path for copy in file.duplicates))}


def test_every_file_with_the_word_is_listed_beside_a_repetitive_one(shop) -> None:
    core, files = shop
    assert paths_with(core, "lease", COOKS) == {path for path in files if path.startswith("docs/")} | {"all.py"}


@pytest.mark.parametrize("access", [OWNER, COOKS])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(word=st.sampled_from(WORDS), top=st.sampled_from([1, 3, 100]))
def test_the_number_of_files_is_that_of_the_visible_files_that_hold_the_word(shop, access, word, top) -> None:
    core, files = shop
    holding = {path for path, text in files.items() if word in text.lower() and path.endswith((".md", ".py"))}
    visible = {path for path in holding if access == OWNER or not path.startswith("hidden/")}
    assert paths_with(core, word, access) == visible
    everything = core.search(SearchQuery(word, KEYWORD, top=100, access=access))
    copies = sum(len(file.duplicates) for file in everything.files)
    assert everything.total_files + copies == len(visible)
    assert core.search(SearchQuery(word, KEYWORD, top=top, access=access)).total_files == everything.total_files


def test_why_names_the_words_of_a_file_that_ranks_behind_many(shop, monkeypatch: pytest.MonkeyPatch) -> None:
    core, _ = shop
    monkeypatch.setattr("app.core.why_ranked.MOST_ANSWERS", 1)
    root = Path(core.roots(OWNER)[0].root.path)
    behind = [path for path in sorted(paths_with(core, "lease")) if path not in paths_with(core, "lease", top=1)]
    sentence = rank_in_answers(core, str(root / behind[0]), "lease", OWNER)
    assert sentence.startswith("Not among the first 1 of ")
    assert sentence.endswith("though it holds leas")
