"""A name typed with blanks leads to its definition, if few files define it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.ranking.rerank import rerank
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.service_parts import core_on, written

USES = "def use_{n}():\n    # the body of a ping has a limit\n    return ping(body, limit) + body({n})\n"
FILES = {
    "settings.py": "import os\n\nDEBUG = False\nPING_BODY_LIMIT = int(os.getenv('X', '1'))\nOTHER = 3\nLAST = 4\n",
    "src/Guard.java": "class Guard {\n  void checkBodyLimit() { }\n}\n",
    "ontime.py": "def ontime():\n    return 1\n",
    **{f"views/ping{n}.py": USES.format(n=n) for n in range(6)},
    **{f"forms/part{n}.py": f"def clean_part():\n    return {n}\n" for n in range(5)},
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("pings"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def spelt(core: LocalCore, text: str) -> list[FileHit]:
    """Return the files that define the name which the query spells with blanks."""
    files = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD))).files
    return [file for file in files if any(signal.name == "spelt_with_blanks" for signal in file.why.signals)]


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("ping body limit", "settings.py", "PING_BODY_LIMIT"),
        ("Ping Body Limit lang:python", "settings.py", "PING_BODY_LIMIT"),
        ("check body limit", "src/Guard.java", "checkBodyLimit"),
    ],
)
def test_a_name_typed_with_blanks_is_among_the_first_three(
    core: LocalCore, text: str, path: str, name: str
) -> None:
    [file] = spelt(core, text)
    assert (file.path, file.pinned) == (path, False)
    assert file.rank <= 3
    assert name in file.chunks[0].text
    assert name in [signal.detail for signal in file.why.signals]


@pytest.mark.parametrize(
    "text",
    [
        "on time",
        "clean part",
        "body limit",
        "limit ping body",
        "ping body limit of a check",
        "ping body limit -debug",
    ],
)
def test_other_words_and_common_names_are_no_name(core: LocalCore, text: str) -> None:
    assert spelt(core, text) == []


def test_a_long_name_comes_behind_the_best_other_file_at_least(tmp_path: Path) -> None:
    texts = {f"views/ping{n}.py": "def limit_body(ping):\n    return limit(body(ping))\n" * 3 for n in range(9)}
    filler = "\n".join(f"SETTING_{n} = 'what the operator chose for part {n}'" for n in range(90))
    texts["settings.py"] = f"{filler}\nPING_BODY_LIMIT = 10_000\n{filler}\n"
    with core_on(tmp_path / "index", written(tmp_path / "pings", texts), semantic=False) as core:
        query = SearchQuery("ping body limit", RankSettings(mode=Mode.KEYWORD, collapse=False))
        result = core.search(query)
        assert next(file.rank for file in result.files if file.path == "settings.py") <= 2
        assert [file.path for file in rerank(result, query.ranking)] == [file.path for file in result.files]
