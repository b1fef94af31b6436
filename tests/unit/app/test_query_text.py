"""A path that begins at the working directory narrows a search to what is there."""

from pathlib import Path

import pytest

from app.cli.query_text import query_text


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
    ],
)
def test_it_is_absolute(typed: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path.resolve()
    (home / "shop").mkdir()
    monkeypatch.chdir(home / "shop")
    assert query_text(typed.split()) == text.format(home=home)


def test_a_folder_with_blanks_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path.resolve() / "my shop"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert query_text(["lease", "path:."]) == f'lease path:"{folder}"'
