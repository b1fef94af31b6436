"""Dependency trees as pictures: the indented tree as a self-contained SVG for light and dark pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from search.graph.text import Row, location, mark, rows_of, wording
from search.graph.xml_text import xml_text
from search.types.graph import DependencyTree, EdgeType, NodeState, TreeNode

ROW_HEIGHT = 24
INDENT = 20
MARGIN = 16
FONT_SIZE = 12
CHARACTER_WIDTH = 7.3
"""Of a monospaced font at `FONT_SIZE`; a little more than 0.6 em, so that nothing is cut off."""

COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#FFFFFF", "#1C2026"),
    "text": ("#171B22", "#E7EAEF"),
    "quiet": ("#626C7A", "#929CAA"),
    "guide": ("#C5CBD4", "#434B57"),
    "calls": ("#1A7342", "#6FD39B"),
    "inherits": ("#5A3BD1", "#B9AAFF"),
    "database": ("#0B6A78", "#6CCFDB"),
    "imports": ("#0B62C4", "#64ABFF"),
    "names": ("#8A5A00", "#F0BE5A"),
    "cycle": ("#B3261E", "#FF8A80"),
}
"""Colour of each class on a light and on a dark page."""

CLASS_OF: dict[EdgeType, str] = {
    EdgeType.MAPS_TO: "database",
    EdgeType.INHERITS: "inherits",
    EdgeType.IMPLEMENTS: "inherits",
    EdgeType.FOREIGN_KEY: "database",
    EdgeType.READS_TABLE: "database",
    EdgeType.WRITES_TABLE: "database",
    EdgeType.READS_VIEW: "database",
    EdgeType.TRIGGER_ON: "database",
    EdgeType.CALLS: "calls",
    EdgeType.INSTANTIATES: "calls",
    EdgeType.REFERENCES: "names",
    EdgeType.IMPORTS: "imports",
    EdgeType.ANNOTATED_BY: "names",
    EdgeType.LINKS_TO: "quiet",
    EdgeType.MENTIONS: "quiet",
    EdgeType.DEFINES: "quiet",
}
"""Class, and so colour, of each type of edge."""

_DOT_X = 4.0
_TEXT_X = 16.0
_BASELINE = 4.0
_LOOP = "M-4 -1a4 4 0 1 1 1.4 4m-1.4 -4l-2 -2.4m2 2.4l2.6 -1.6"
"""An arrow that runs in a circle, around its middle."""
_BACK = "M0 4v-8m0 0l-3 3m3 -3l3 3"
"""An arrow up: the node is expanded further above."""


@dataclass(frozen=True, slots=True)
class _Span:
    text: str
    role: str


def tree_svg(tree: DependencyTree) -> str:
    """Return a tree as a picture: a row for each node, with guides, cycle and repeat marks and coloured edges.

    It refers to nothing outside, holds no script, and follows the page's preference for light or dark.
    """
    rows = list(rows_of(tree))
    texts = [_spans(row) for row in rows]
    width = MARGIN * 2 + max(_right_end(row, spans) for row, spans in zip(rows, texts, strict=True))
    height = MARGIN * 2 + ROW_HEIGHT * len(rows)
    name = _escaped(f"Dependencies of {tree.nodes[0].name}")
    size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" {size} role="img" aria-label="{name}">',
        f"<title>{name}</title>",
        f"<style>{_style()}</style>",
        f'<rect class="ground" width="{width:.0f}" height="{height}"/>',
        *_guides(rows),
        *(line for number, row in enumerate(rows) for line in _drawn(number, row, texts[number])),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _style() -> str:
    light = "".join(_rule(name, colours[0]) for name, colours in COLOURS.items())
    dark = "".join(_rule(name, colours[1]) for name, colours in COLOURS.items())
    font = f"text{{font:{FONT_SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
    shapes = ".name{font-weight:600}.guide{stroke-width:1}path{fill:none;stroke-width:1.4;stroke-linecap:round}"
    return f"{font}{shapes}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _rule(name: str, colour: str) -> str:
    if name == "guide":
        return f".guide{{stroke:{colour}}}"
    text = f".name{{fill:{colour}}}" if name == "text" else ""
    return f".{name}{{fill:{colour}}}path.{name}{{fill:none;stroke:{colour}}}{text}"


def _spans(row: Row) -> list[_Span]:
    if row.node is None:
        return [_Span(row.words, "quiet" if row.is_cut else "name")]
    node = row.node
    role = CLASS_OF[node.edge_types[0]] if node.edge_types else ""
    words = wording(node)
    spans = [_Span(words + " ", role)] if words else []
    spans += [_Span(node.name, "name"), _Span(f" [{node.kind}]{location(node)}", "quiet")]
    note = mark(node)
    if note:
        spans.append(_Span(" " + note, "cycle" if node.state is NodeState.CYCLE else "quiet"))
    return spans


def _right_end(row: Row, spans: Sequence[_Span]) -> float:
    return row.depth * INDENT + _TEXT_X + CHARACTER_WIDTH * sum(len(span.text) for span in spans)


def _drawn(number: int, row: Row, spans: Sequence[_Span]) -> Iterator[str]:
    left, middle = MARGIN + row.depth * INDENT, MARGIN + ROW_HEIGHT * number + ROW_HEIGHT / 2
    if row.node is not None and row.node.edge_types:
        yield _sign(row.node, left + _DOT_X, middle)
    x = left if row.depth == 0 else left + _TEXT_X
    parts = "".join(f'<tspan class="{span.role}">{_escaped(span.text)}</tspan>' for span in spans)
    yield f'<text x="{x:.0f}" y="{middle + _BASELINE:.0f}">{parts}</text>'


def _sign(node: TreeNode, x: float, y: float) -> str:
    """Return the mark before a node: a dot in the colour of its edge, an arrow where it refers elsewhere."""
    if node.state is NodeState.CYCLE:
        return f'<path class="cycle" transform="translate({x:.0f} {y:.0f})" d="{_LOOP}"/>'
    role = CLASS_OF[node.edge_types[0]]
    if node.state is NodeState.SHOWN_ABOVE:
        return f'<path class="{role}" transform="translate({x:.0f} {y:.0f})" d="{_BACK}"/>'
    return f'<circle class="{role}" cx="{x:.0f}" cy="{y:.0f}" r="4"/>'


def _guides(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line down from each row to the last of its children, and one across to each."""
    last_child: dict[int, int] = {}
    above: list[int] = []
    for number, row in enumerate(rows):
        del above[row.depth :]
        while len(above) < row.depth:
            above.append(number - 1)
        if row.depth:
            last_child[above[-1]] = number
            left = MARGIN + (row.depth - 1) * INDENT + _DOT_X
            middle = MARGIN + ROW_HEIGHT * number + ROW_HEIGHT / 2
            yield _line(left, middle, left + INDENT - 6, middle)
        above.append(number)
    for number, last in last_child.items():
        left = MARGIN + rows[number].depth * INDENT + _DOT_X
        top = MARGIN + ROW_HEIGHT * number + ROW_HEIGHT / 2 + 7
        yield _line(left, top, left, MARGIN + ROW_HEIGHT * last + ROW_HEIGHT / 2)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="guide" x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"/>'


def _escaped(text: str) -> str:
    return escape(xml_text(text), quote=True)
