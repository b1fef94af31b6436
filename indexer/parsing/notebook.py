"""Jupyter notebooks as Markdown: the text cells as they are, the code cells fenced."""

import json
from collections.abc import Mapping

from indexer.parsing.decoding import paired


def notebook_text(source: str) -> str:
    """Return the cells of a notebook, without outputs; any other text is returned unchanged."""
    try:
        book = json.loads(source)
    except (ValueError, RecursionError):
        return source
    if not isinstance(book, Mapping) or not isinstance(book.get("cells"), list):
        return source
    language = _language(book)
    texts = (_cell(cell, language) for cell in book["cells"] if isinstance(cell, Mapping))
    return paired("\n\n".join(text for text in texts if text.strip()))


def _language(book: Mapping[str, object]) -> str:
    metadata = book.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, Mapping) else None
    name = kernel.get("language") if isinstance(kernel, Mapping) else None
    return name if isinstance(name, str) and name.isidentifier() else "python"


def _cell(cell: Mapping[str, object], language: str) -> str:
    source = cell.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    if not text.strip() or cell.get("cell_type") != "code":
        return text
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
