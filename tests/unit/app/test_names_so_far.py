"""What is said of a name that is not among the dependencies that are known."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.cli.unfinished_graph import known_share
from app.core.local_core import LocalCore
from search.errors import NotFoundError
from search.types.filters import OWNER
from search.types.graph import Direction, TreeRequest
from search.types.graph_queries import ImpactRequest, PathRequest, TableRequest
from search.types.results import Ready
from tests.unit.app.conftest import core_of

QUESTIONS = {
    "tree": lambda core, name: core.tree(TreeRequest(name, Direction.BOTH), OWNER),
    "path": lambda core, name: core.path(name, "load", OWNER),
    "paths": lambda core, name: core.paths(PathRequest(name, "load"), OWNER),
    "impact": lambda core, name: core.impact(ImpactRequest((name,)), OWNER),
    "table": lambda core, name: core.table(TableRequest(name), OWNER),
}


@pytest.fixture
def core(tmp_path: Path) -> Iterator[LocalCore]:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("def load():\n    return 1\n")
    with closing(core_of(tmp_path / "index")) as core:
        core.index([str(folder)])
        yield core


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_unknown_name_is_not_denied_while_dependencies_are_read(
    core: LocalCore, question: str, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(NotFoundError, match='called "Template"') as denied:
        QUESTIONS[question](core, "Template")
    assert "so far" not in str(denied.value)
    monkeypatch.setattr(core._parts.indexing, "ready", lambda _rows: Ready(graph=0.529))
    with pytest.raises(NotFoundError, match='called "Template" in the 52 % of the dependencies') as caught:
        QUESTIONS[question](core, "Template")
    assert str(caught.value.remedy).startswith("Ask again when the rest is read")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_name_is_denied_where_there_is_no_file_to_read(tmp_path: Path, question: str) -> None:
    (tmp_path / "empty").mkdir()
    with closing(core_of(tmp_path / "index")) as core:
        core.index([str(tmp_path / "empty")])
        with pytest.raises(NotFoundError, match='called "Template"') as denied:
            QUESTIONS[question](core, "Template")
        assert "so far" not in str(denied.value)
        assert known_share(core) == 1.0
