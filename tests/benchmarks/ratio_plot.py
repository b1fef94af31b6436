"""The ratios of a run as a picture: how many times as fast or as small as each alternative, on a log scale."""

import math
from typing import Any
from xml.sax.saxutils import escape

LEFT, WIDTH, ROW, TOP = 470, 420, 22, 64
LEAST, MOST = 0.1, 1_000.0
FONT = 'font-family="sans-serif" font-size="12"'
INK, FAINT, BETTER, WORSE = "#2b2b33", "#c9c9d2", "#b4690e", "#6d4bb4"

DISTANCES = "limits"
"""Ratios of this benchmark are how far a stage is from the machine's limit, which is no alternative."""


def plotted(run: dict[str, Any]) -> str:
    """Return the picture as SVG."""
    rows = [
        (f"{name}: {figure['case']}, {figure['what'].partition(',')[0]}", float(figure["ratio"]))
        for name, figures in run["figures"].items()
        for figure in figures
        if figure["ratio"] is not None and name != DISTANCES
    ]
    height = TOP + ROW * len(rows) + 30
    machine = run["machine"]
    message = (
        f"commit {run['commit']}, {machine['processor']}, {machine['cores']} cores, load {run['load_at_start']}"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 90} {height}" {FONT} fill="{INK}">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<text x="14" y="22" font-size="15">How many times as fast or as small as each alternative</text>',
        f'<text x="14" y="42">{escape(message)}</text>',
        *_lines(height),
        *(_bar(at, label, ratio) for at, (label, ratio) in enumerate(rows)),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _x_of(ratio: float) -> float:
    inside = min(MOST, max(LEAST, ratio))
    return LEFT + WIDTH * math.log(inside / LEAST) / math.log(MOST / LEAST)


def _lines(height: int) -> list[str]:
    marks = (0.1, 1, 10, 100, 1_000)
    return [
        f'<line x1="{_x_of(at):.1f}" x2="{_x_of(at):.1f}" y1="{TOP - 8}" y2="{height - 24}" '
        f'stroke="{INK if at == 1 else FAINT}"/><text x="{_x_of(at):.1f}" y="{height - 8}" '
        f'text-anchor="middle">{at:g}</text>'
        for at in marks
    ]


def _bar(at: int, label: str, ratio: float) -> str:
    y, end, item = TOP + ROW * at, _x_of(ratio), _x_of(1.0)
    colour = BETTER if ratio >= 1 else WORSE
    return (
        f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(label[:72])}</text>'
        f'<rect x="{min(item, end):.1f}" y="{y + 2}" width="{abs(end - item):.1f}" height="13" fill="{colour}"/>'
        f'<text x="{max(item, end) + 5:.1f}" y="{y + 12}">{ratio:.2f}</text>'
    )
