"""Whatever is indexed, forgotten and moved: no file is in two roots, and none is lost that a root holds."""

import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.errors import KnownError
from search.types.filters import OWNER
from search.types.query import SearchQuery
from tests.examples import examples

FOLDERS = ("", "shop", "shop/vendor", "shop/vendor/clock", "docs", "docs/notes")
ACTIONS = ("index", "single", "split", "forget", "init", "break")


@pytest.mark.examples
@settings(max_examples=examples(6, 20))
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.sampled_from(FOLDERS)), min_size=2, max_size=6))
@example([("init", "shop"), ("index", ""), ("init", "shop/vendor/clock"), ("index", "shop"), ("single", "")])
@example([("index", "docs"), ("index", ""), ("forget", "docs"), ("index", ""), ("split", "")])
def test_no_file_is_in_two_roots(steps: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        for path in FOLDERS:
            (home / "code" / path).mkdir(parents=True, exist_ok=True)
            (home / "code" / path / "lease.md").write_text(f"# The lease of {path}\n")
        configured = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
        core = make_core(home / "index", configured, Role(follows=False))
        try:
            for action, path in steps:
                _do(core, action, home / "code" / path)
            _compare(core)
            _check(core, home / "code")
        finally:
            core.close()


def _do(core: LocalCore, action: str, folder: Path) -> None:
    match action:
        case "init":
            subprocess.run(["git", "init", "-q", str(folder)], check=True, capture_output=True)
        case "break":
            (folder / ".git" / "HEAD").unlink(missing_ok=True)
        case "forget":
            try:
                core.forget(str(folder))
            except KnownError:
                return  # it is no root
        case _:
            core.index([str(folder)], single={"single": True, "split": False}.get(action))


def _compare(core: LocalCore) -> None:
    """Bring every root up to date, as an engine does when it starts."""
    for status in core.roots(OWNER):
        core.index([status.root.path])


def _check(core: LocalCore, code: Path) -> None:
    files = core.search(SearchQuery("is:indexed", top=1000)).files
    counts = Counter(f"{file.root_path}/{file.path}" for file in files)
    assert set(counts.values()) <= {1}
    roots = [Path(status.root.path) for status in core.roots(OWNER)]
    single = {Path(status.root.path) for status in core.roots(OWNER) if status.root.single}
    for file in code.rglob("lease.md"):
        holding = [root for root in roots if file.is_relative_to(root)]
        inner = max(holding, key=lambda root: len(root.parts), default=None)
        if inner is not None and inner not in single and not _crosses_repository(file, inner):
            assert counts[str(file)] == 1, (file, roots)
        if inner in single:
            assert counts[str(file)] == 1, (file, roots)


def _crosses_repository(file: Path, root: Path) -> bool:
    """Return whether a repository, which may be forgotten, begins between a root and a file."""
    between = [parent for parent in file.parents if parent != root and parent.is_relative_to(root)]
    return any((parent / ".git").exists() for parent in between)
