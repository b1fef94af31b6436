"""Names say what they hold: words that say nothing to a reader of one line are refused as identifiers.

``docs/glossary.md`` has the words to use instead, ``retired_words.txt`` those that are refused.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDERS = ("app", "ui", "search", "indexer", "resources", "packaging", "tests")
APART = ("resources/sample/", "tests/golden/graph/")
"""Corpora: what they call things is not our choice."""

RETIRED = frozenset((Path(__file__).parent / "retired_words.txt").read_text().split())
"""Identifiers, without underscores around them, that say nothing or that only this project used."""


def _sources() -> list[str]:
    paths = (
        path.relative_to(REPOSITORY).as_posix()
        for folder in FOLDERS
        for path in (REPOSITORY / folder).rglob("*.py")
    )
    return sorted(path for path in paths if not path.startswith(APART))


def _names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every identifier that the code binds, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name


def retired_names(text: str) -> list[str]:
    """Return ``line: name`` for each identifier of a source text that is retired."""
    names = _names(ast.parse(text))
    return [f"{line}: {name}" for line, name in names if name.strip("_") in RETIRED]


def test_no_file_uses_a_retired_word_as_a_name() -> None:
    names = {path: retired_names((REPOSITORY / path).read_text(encoding="utf-8")) for path in _sources()}
    assert {path: lines for path, lines in names.items() if lines} == {}


def test_a_retired_word_is_refused_wherever_it_is_bound() -> None:
    text = "class Found:\n    def told(self, asked):\n        for one in asked:\n            self._held = one\n"
    assert retired_names(text) == ["1: Found", "2: told", "2: asked", "3: one", "4: _held"]
    assert retired_names("found_files = [file.name for file in files]\n") == []
