"""The inline content of a Markdown paragraph: text runs and the pictures between them. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from markdown_it.token import Token

from ui.panels.preview.rendered.blocks import Picture, Run, Runs
from ui.panels.preview.rendered.links import is_remote

_TAG = re.compile(r"</?([a-zA-Z]+)[^>]*>")
_STYLES = {"em": "italic", "strong": "bold", "s": "struck"}
_HTML_STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "code": "code",
    "kbd": "code",
    "s": "struck",
}
_NOTE_REFERENCE = "footnote_ref"
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def note_anchor(label: str) -> str:
    """Return the anchor of the footnote with this label."""
    return f"footnote-{label}"


def inline_runs(tokens: Sequence[Token]) -> list[Runs | Picture]:
    """Return text runs and local pictures in order.

    A remote picture becomes its alternative text with a link to the picture.
    """
    parts: list[Runs | Picture] = []
    runs: list[Run] = []
    style = Run("")
    for token in tokens:
        if token.type == "image" and not is_remote(str(token.attrs.get("src", ""))):
            parts += [tuple(runs), Picture(str(token.attrs.get("src", "")), token.content, 1)]
            runs = []
            continue
        style = _style_after(style, token)
        text = _text(token)
        if text:
            runs.append(_run(style, token, text))
    return [*parts, tuple(runs)]


def _style_after(style: Run, token: Token) -> Run:
    """Return the style after a token that opens or closes emphasis, a link or an HTML element."""
    name, _, step = token.type.rpartition("_")
    if name in _STYLES:
        return _with_style(style, _STYLES[name], on=step == "open")
    if token.type == "link_open":
        return replace(style, link=str(token.attrs.get("href", "")))
    if token.type == "link_close":
        return replace(style, link="")
    tag = _TAG.match(token.content) if token.type == "html_inline" else None
    if tag and tag[1].lower() in _HTML_STYLES:
        return _with_style(style, _HTML_STYLES[tag[1].lower()], on=not token.content.startswith("</"))
    return style


def _with_style(style: Run, name: str, *, on: bool) -> Run:
    values = {field: getattr(style, field) for field in ("bold", "italic", "struck", "code", "link")}
    return Run("", **values | {name: on})


def _text(token: Token) -> str:
    if token.type in {"text", "code_inline", "text_special"}:
        return token.content
    if token.type == _NOTE_REFERENCE:
        return str(token.meta["id"] + 1).translate(_SUPERSCRIPT)
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak" or (token.type == "html_inline" and token.content.lower().startswith("<br")):
        return "\u2028"
    if token.type == "image":
        return token.content or str(token.attrs.get("src", ""))
    return ""


def _run(style: Run, token: Token, text: str) -> Run:
    if token.type == "code_inline":
        return replace(style, text=text, code=True)
    if token.type == _NOTE_REFERENCE:
        return replace(style, text=text, link=f"#{note_anchor(token.meta['label'])}")
    if token.type == "image":
        return replace(style, text=text, italic=True, link=style.link or str(token.attrs.get("src", "")))
    return replace(style, text=text)
