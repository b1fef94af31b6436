"""PowerPoint presentations as text: a heading for each slide, then its paragraphs, charts, notes and comments."""

import re
import zipfile
from collections.abc import Iterator

from lxml import etree

from indexer.parsing.archives import additions, local_name, opened, related_id, relations, xml_of
from indexer.parsing.converted import without_headings
from indexer.parsing.drawings import drawn_texts, paragraph_text

_SLIDE = re.compile(r"ppt/slides/slide(\d+)\.xml")
_DRAWN = frozenset({"chart", "diagramData"})
"""Kinds of parts with the texts of charts and of diagrams."""

_TITLES = frozenset({"title", "ctrTitle"})


def slides_text(data: bytes, path: str) -> str:
    """Return the text of a presentation.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "a PowerPoint presentation") as archive:
        slides = [_slide(number, archive, part) for number, part in enumerate(_in_order(archive), start=1)]
    return "\n\n".join(slides)


def _in_order(archive: zipfile.ZipFile) -> list[str]:
    """Return the parts of the slides as they are shown; a presentation that does not say has them by number."""
    shown = xml_of(archive, "ppt/presentation.xml")
    parts = {name: target for name, _, target in relations(archive, "ppt/presentation.xml")}
    listed = (
        ()
        if shown is None
        else (related_id(element) for element in shown.iter() if local_name(element) == "sldId")
    )
    numbered = sorted((int(match[1]), name) for name in archive.namelist() if (match := _SLIDE.fullmatch(name)))
    return [parts[element] for element in listed if element in parts] or [name for _, name in numbered]


def _slide(number: int, archive: zipfile.ZipFile, part: str) -> str:
    slide = xml_of(archive, part)
    shapes = [] if slide is None else list(_shapes(slide))
    title = next((" ".join(_paragraphs(shape)) for shape in shapes if _is_title(shape)), "")
    heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
    body = [text for shape in shapes if not _is_title(shape) for text in _lines(shape)]
    drawn = [text for _, _, each in additions(archive, part, _DRAWN) for text in drawn_texts(each)]
    notes = next((each for _, _, each in additions(archive, part, {"notesSlide"})), None)
    notes_text = [text for text in _paragraphs(notes) if not text.isdigit()] if notes is not None else []
    comments = [text for _, _, each in additions(archive, part, {"comments"}) for text in _comments(each)]
    return "\n".join([heading, "", *map(without_headings, (*body, *drawn, *notes_text, *comments))])


def _shapes(element: "etree._Element") -> Iterator["etree._Element"]:
    """Yield shapes and tables, those in groups too; of a shape that has a copy for old programs only the shape."""
    for child in element:
        name = local_name(child)
        if name in {"sp", "graphicFrame"}:
            yield child
        elif name != "Fallback":
            yield from _shapes(child)


def _comments(part: "etree._Element") -> Iterator[str]:
    """Yield the comments on a slide: old ones have a text, threads have paragraphs."""
    yield from _paragraphs(part)
    for text in part.iter():
        if local_name(text) == "text":
            yield " ".join((text.text or "").split())


def _is_title(shape: "etree._Element") -> bool:
    return any(local_name(element) == "ph" and element.get("type") in _TITLES for element in shape.iter())


def _lines(shape: "etree._Element") -> Iterator[str]:
    """Yield the rows of a table, their cells apart by ``|``, of any other shape its paragraphs."""
    rows = [element for element in shape.iter() if local_name(element) == "tr"]
    if not rows:
        yield from _paragraphs(shape)
    for row in rows:
        cells = [" ".join(_paragraphs(cell)) for cell in row if local_name(cell) == "tc"]
        if any(cells):
            yield " | ".join(cells).rstrip(" |")


def _paragraphs(element: "etree._Element") -> Iterator[str]:
    paragraphs = (paragraph_text(each) for each in element.iter() if local_name(each) == "p")
    yield from filter(None, paragraphs)
