"""What the modules of the window import of each other leads to no circle, types neither."""

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).resolve().parents[2]


def named(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_no_module_of_the_window_imports_itself_through_others():
    files = {named(file): file for file in (ROOT / "ui").rglob("*.py")}
    graph = nx.DiGraph(
        (name, other)
        for name, file in files.items()
        for other in imported(file)
        if other in files and other != name
    )
    assert {"ui.window.main_window", "ui.window.layout", "ui.panels.settings.choices"} <= set(graph)
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []
