"""A path that begins at the working directory narrows a search to what is there."""

from pathlib import Path

import pytest

from app.cli.query_text import query_text
from search.query.parse import parse
from search.storage.glob import matches


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("lease path:.", "lease path:{home}/shop"),
        ("lease -path:../docs,src", "lease -path:{home}/docs,src"),
        ("path:./ lease", "path:{home}/shop lease"),
        ("lease path:..", "lease path:{home}"),
        ("lease path:./src path:.git path:...", "lease path:./src path:.git path:..."),
        ('"path:. is text" lease', '"path:. is text" lease'),
        ("lease path:../a_b", "lease path:{home}/a_b"),
        ('"crossing path:.. here" path:..', '"crossing path:.. here" path:{home}'),
        ('lease path:"../my docs",.', 'lease path:"{home}/my docs",{home}/shop'),
        ("/path:. lease/ path:.", "/path:. lease/ path:{home}/shop"),
        ('lease "path:.. is open', 'lease "path:.. is open'),
    ],
)
def test_it_is_absolute(typed: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path.resolve()
    (home / "shop").mkdir()
    monkeypatch.chdir(home / "shop")
    assert query_text(typed.split()) == text.format(home=home)


@pytest.mark.parametrize("name", ['the "my" shop', 'a"b', "one, two"])
def test_whatever_the_folder_is_called_the_query_leads_into_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path.resolve() / name
    folder.mkdir()
    monkeypatch.chdir(folder)
    parsed = parse(query_text(["path:.", "lease"]))
    assert parsed.words == "lease"
    (condition,) = parsed.conditions
    (pattern,) = condition.values
    assert matches(pattern, f"{folder}/src/lease.py")
    assert not matches(pattern, f"{folder.parent}/other/lease.py")


def test_a_folder_with_blanks_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path.resolve() / "my shop"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert query_text(["lease", "path:."]) == f'lease path:"{folder}"'
