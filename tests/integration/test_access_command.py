"""``dowse access`` shows what a client with the same limits finds: no more, no less."""

import json
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.open_core import Opening, opened_core
from search.types.filters import Access
from search.types.query import MAX_TOP, Mode, RankSettings, SearchQuery
from tests.integration.mcp_parts import make_index, write_shop

LIMITS = ("--tenant", "local", "--groups", "staff, board", "--root", "shop")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("access")
    write_shop(folder / "shop")
    make_index(folder / "index", folder / "shop")
    return folder / "index"


def _shown(index: Path, capsys: pytest.CaptureFixture[str], *limits: str) -> dict[str, object]:
    capsys.readouterr()
    assert main(["access", *limits, "--limit", "1000", "--json", "--index", str(index)]) == 0
    return dict(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("limits", "access"),
    [
        ((), Access()),
        (("--groups", ""), Access(groups=())),
        (("--tenant", "local", "--groups", "board"), Access("local", ("board",))),
        (("--tags", "none-has-it"), Access(tags=("none-has-it",))),
    ],
)
def test_what_is_shown_is_what_a_search_with_the_same_limits_finds(
    index: Path, capsys: pytest.CaptureFixture[str], limits: tuple[str, ...], access: Access
) -> None:
    view = _shown(index, capsys, *limits)
    files = view["files"]
    assert isinstance(files, list)
    query = SearchQuery("is:indexed", RankSettings(mode=Mode.KEYWORD), top=MAX_TOP, access=access)
    with opened_core(index, Opening()) as core:
        file_ids = {hit.file_id for hit in core.search(query).files}
    assert {file["file_id"] for file in files if file["state"] == "indexed"} == file_ids
    assert view["total"] == len(files)


def test_the_files_are_listed_with_the_labels_that_decide(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["access", *LIMITS, "--limit", "3", "--index", str(index)]) == 0
    output = capsys.readouterr()
    assert "shop@-:file:board/plan.md  tenant local, group board\n" in output.out
    assert len(output.out.splitlines()) == 3
    assert "other/secret.md" not in output.out
    assert "more: raise --limit" in output.err
    assert output.err.rstrip().endswith("2 out of sight")  # other/secret.md, .dowse.toml
    assert main(["access", "--limit", "-1", "--index", str(index)]) == 2
    assert main(["access", "--root", "elsewhere", "--index", str(index)]) == 2
