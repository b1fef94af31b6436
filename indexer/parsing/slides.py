"""PowerPoint presentations as text: a heading for each slide, then its paragraphs and notes."""

import posixpath
import re
import zipfile
from collections.abc import Iterator

from lxml import etree

from indexer.parsing.archives import local_name, opened, xml_of

_SLIDE = re.compile(r"ppt/slides/slide(\d+)\.xml")
_TITLES = frozenset({"title", "ctrTitle"})
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def slides_text(data: bytes, path: str) -> str:
    """Return the text of a presentation.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "a PowerPoint presentation") as archive:
        slides = [
            _slide(number, xml_of(archive, part), _notes(archive, part))
            for number, part in enumerate(_in_order(archive), start=1)
        ]
    return "\n\n".join(slides)


def _in_order(archive: zipfile.ZipFile) -> list[str]:
    """Return the parts of the slides as they are shown; a presentation that does not say has them by number."""
    shown = xml_of(archive, "ppt/presentation.xml")
    parts = {name: target for name, _, target in _relations(archive, "ppt/presentation.xml")}
    listed = (
        ()
        if shown is None
        else (element.get(_RELATION) for element in shown.iter() if local_name(element) == "sldId")
    )
    numbered = sorted((int(match[1]), name) for name in archive.namelist() if (match := _SLIDE.fullmatch(name)))
    return [parts[element] for element in listed if element in parts] or [name for _, name in numbered]


def _notes(archive: zipfile.ZipFile, slide: str) -> "etree._Element | None":
    notes = (target for _, kind, target in _relations(archive, slide) if kind.endswith("/notesSlide"))
    return next((part for target in notes if (part := xml_of(archive, target)) is not None), None)


def _relations(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, type and part of all that a part refers to."""
    folder, name = posixpath.split(part)
    relations = xml_of(archive, f"{folder}/_rels/{name}.rels")
    for relation in () if relations is None else relations:
        target = posixpath.normpath(posixpath.join("/", folder, relation.get("Target") or "")).lstrip("/")
        yield relation.get("Id") or "", relation.get("Type") or "", target


def _slide(number: int, slide: "etree._Element | None", notes: "etree._Element | None") -> str:
    shapes = (
        []
        if slide is None
        else [element for element in slide.iter() if local_name(element) in {"sp", "graphicFrame"}]
    )
    title = next((" ".join(_paragraphs(shape)) for shape in shapes if _is_title(shape)), "")
    heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
    body = [text for shape in shapes if not _is_title(shape) for text in _lines(shape)]
    notes_text = [text for text in _paragraphs(notes) if not text.isdigit()] if notes is not None else []
    return "\n".join([heading, "", *body, *notes_text])


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
    for paragraph in element.iter():
        if local_name(paragraph) == "p":
            text = "".join(run.text or "" for run in paragraph.iter() if local_name(run) == "t")
            if text.strip():
                yield " ".join(text.split())
