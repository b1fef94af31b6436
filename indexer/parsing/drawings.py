"""Texts of charts and diagrams, which Office documents have in parts of their own."""

from collections.abc import Iterator

from lxml import etree

from indexer.parsing.archives import local_name


def drawn_texts(part: "etree._Element") -> Iterator[str]:
    """Yield titles, names of series and categories of a chart, or the texts of a diagram, each once.

    The numbers of a chart are left out; a workbook in the document has them.
    """
    yield from dict.fromkeys(filter(None, _texts(part)))


def paragraph_text(paragraph: "etree._Element") -> str:
    """Return the text of a paragraph of a drawing, on one line."""
    pieces = (
        " " if local_name(run) == "br" else run.text or ""
        for run in paragraph.iter()
        if local_name(run) in {"t", "br"}
    )
    return " ".join("".join(pieces).split())


def _texts(part: "etree._Element") -> Iterator[str]:
    for element in part.iter():
        name = local_name(element)
        if name == "p":
            yield paragraph_text(element)
        elif name == "tx":
            yield " ".join((element.findtext("{*}v") or "").split())
        elif name in {"strCache", "multiLvlStrCache"}:
            values = (value.text or "" for value in element.iter() if local_name(value) == "v")
            yield " | ".join(" ".join(value.split()) for value in values)
