"""What a list of answers shows: near-identical files once, and the best of each group."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.ranking.rerank import rerank
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit, Group
from tests.contracts.service_parts import core_on, written

PARSER = "\n\n".join(
    f"def parse_{word}(token):\n    if token.kind != '{word}':\n        raise ValueError\n    return token.{word}"
    for word in ("number", "string", "comment", "bracket", "keyword", "operator")
)
FILES = {
    "parser.py": PARSER,
    "copies/deep/parser.py": PARSER,
    "copies/licensed.py": f"# Copyright 2024 Somebody\n{PARSER}",
    "other.py": PARSER.replace("token", "node").replace("kind", "sort").replace("parse_", "walk_"),
    "docs/parser.md": "# Parser\n\nTokens are parsed one by one.\n",
    "docs/tokens.md": "# Tokens\n\nThe parser reads a token and its kind.\n",
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def hits(core: LocalCore, text: str, **changed: object) -> list[FileHit]:
    grouped, top = bool(changed.pop("grouped", False)), int(str(changed.pop("top", 10)))
    ranking = RankSettings(mode=Mode.KEYWORD, **changed)  # type: ignore[arg-type]
    return list(core.search(SearchQuery(text, ranking, grouped=grouped, top=top)).files)


def test_near_identical_files_are_one_result_with_the_others_behind_it(core: LocalCore) -> None:
    shown = {file.path: [copy.path for copy in file.duplicates] for file in hits(core, "parse number token kind")}
    assert shown["parser.py"] == ["copies/licensed.py", "copies/deep/parser.py"]
    assert shown["other.py"] == []
    assert not {"copies/licensed.py", "copies/deep/parser.py"} & shown.keys()


def test_every_copy_is_shown_when_it_is_asked_for(core: LocalCore) -> None:
    every = {file.path for file in hits(core, "parse number token kind", collapse=False)}
    assert every >= {"parser.py", "copies/licensed.py", "copies/deep/parser.py"}
    in_folder = hits(core, "parse number path:copies")
    assert {file.path for file in in_folder} == {"copies/licensed.py", "copies/deep/parser.py"}


def test_the_window_collapses_as_the_service_does(core: LocalCore) -> None:
    query = SearchQuery("parse number token kind", RankSettings(mode=Mode.KEYWORD), all_candidates=True)
    result = core.search(query)
    placed = [(file.path, file.duplicates) for file in result.files if file.rank]
    assert [(file.path, file.duplicates) for file in rerank(result, query.ranking)] == placed


def test_groups_have_their_own_best_files(core: LocalCore) -> None:
    shown = hits(core, "parse token kind parser", grouped=True, top=1)
    assert sorted(file.group for file in shown) == [Group.CODE, Group.DOCUMENT]
    assert [file.rank for file in shown] == sorted(file.rank for file in shown)
    assert all(file.chunks[0].text for file in shown)
