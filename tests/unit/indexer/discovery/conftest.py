"""A home without git settings, so that the rules of whoever runs the tests decide nothing."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Tree = Callable[[dict[str, str]], Path]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def tree(root: Path) -> Tree:
    """Write files below the root; a path that ends with a slash is an empty folder."""

    def write(files: dict[str, str]) -> Path:
        for path, text in files.items():
            target = root / path
            if path.endswith("/"):
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return root

    return write


@pytest.fixture
def git(root: Path) -> Callable[..., str]:
    """Run git in the root and return what it prints; the root is a repository afterwards."""

    def run(*arguments: str, stdin: str = "", allowed: tuple[int, ...] = (0,), cwd: Path = root) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=cwd, input=stdin.encode(), capture_output=True, check=False, timeout=30
        )
        assert done.returncode in allowed, done.stderr.decode()
        return done.stdout.decode("utf-8", "surrogateescape")

    run("init", "-q")
    return run
