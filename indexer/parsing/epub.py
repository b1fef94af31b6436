"""EPUB books as text: the pages in reading order."""

import posixpath
import zipfile
from urllib.parse import unquote

from lxml import etree

from indexer.parsing.archives import local_name, opened, xml_of
from indexer.parsing.decoding import decode
from indexer.parsing.hypertext import hypertext

_PAGES = (".xhtml", ".html", ".htm")
"""Suffixes of the pages that are read, in the order of the package, if a book declares no order."""


def epub_text(data: bytes, path: str) -> str:
    """Return the text of a book.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "a book") as archive:
        package = _package_name(archive)
        root = xml_of(archive, package)
        if root is None:
            raise KeyError(f"there is no part {package!r}")
        title = next((element.text or "" for element in root.iter() if local_name(element) == "title"), "")
        pages = [_page(archive, name) for name in _reading_order(root, posixpath.dirname(package))]
    texts = [f"# {' '.join(title.split())}" if title.strip() else "", *pages]
    return "\n\n".join(text for text in texts if text)


def _package_name(archive: zipfile.ZipFile) -> str:
    container = xml_of(archive, "META-INF/container.xml")
    files = (
        [] if container is None else [element for element in container.iter() if local_name(element) == "rootfile"]
    )
    return (files[0].get("full-path") or "") if files else ""


def _reading_order(package: "etree._Element", folder: str) -> list[str]:
    items = {
        element.get("id"): element.get("href") or "" for element in package.iter() if local_name(element) == "item"
    }
    spine = [items.get(element.get("idref"), "") for element in package.iter() if local_name(element) == "itemref"]
    order = spine or [name for name in items.values() if name.lower().endswith(_PAGES)]
    names = (posixpath.normpath(posixpath.join(folder, unquote(name))) for name in order if name)
    return list(dict.fromkeys(names))  # a book that names a page a thousand times is made to take time


def _page(archive: zipfile.ZipFile, name: str) -> str:
    if name not in archive.NameToInfo:
        return ""
    decoded = decode(archive.read(name))
    lines = (line.rstrip() for line in hypertext(decoded.text, part=True).split("\n")) if decoded else ()
    return "\n".join(line for line in lines if line)
