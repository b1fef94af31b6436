"""PowerPoint presentations as text: a heading for each slide, then its paragraphs and notes."""

import re
from collections.abc import Iterator

from lxml import etree

from indexer.parsing.archives import local_name, opened, xml_of

_SLIDE = re.compile(r"ppt/slides/slide(\d+)\.xml")
_TITLES = frozenset({"title", "ctrTitle"})


def slides_text(data: bytes, path: str) -> str:
    """Return the text of a presentation.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "a PowerPoint presentation") as archive:
        numbers = sorted(int(found[1]) for name in archive.namelist() if (found := _SLIDE.fullmatch(name)))
        slides = []
        for number in numbers:
            slide = xml_of(archive, f"ppt/slides/slide{number}.xml")
            notes = xml_of(archive, f"ppt/notesSlides/notesSlide{number}.xml")
            slides.append(_slide(number, slide, notes))
    return "\n\n".join(slides)


def _slide(number: int, slide: "etree._Element | None", notes: "etree._Element | None") -> str:
    shapes = [] if slide is None else [one for one in slide.iter() if local_name(one) in {"sp", "graphicFrame"}]
    title = next((" ".join(_paragraphs(shape)) for shape in shapes if _is_title(shape)), "")
    heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
    body = [text for shape in shapes if not _is_title(shape) for text in _paragraphs(shape)]
    said = [text for text in _paragraphs(notes) if not text.isdigit()] if notes is not None else []
    return "\n".join([heading, "", *body, *said])


def _is_title(shape: "etree._Element") -> bool:
    return any(local_name(one) == "ph" and one.get("type") in _TITLES for one in shape.iter())


def _paragraphs(element: "etree._Element") -> Iterator[str]:
    for paragraph in element.iter():
        if local_name(paragraph) == "p":
            text = "".join(run.text or "" for run in paragraph.iter() if local_name(run) == "t")
            if text.strip():
                yield " ".join(text.split())
