"""Documents that are archives of XML parts: opened with a limit on the unpacked size."""

import io
import lzma
import posixpath
import re
import zipfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from lxml import etree

from search.errors import BadInputError
from search.messages import Message

MOST_UNPACKED_BYTES = 200_000_000
"""A document that unpacks to more than this is refused before it is opened: it may be a bomb."""

MOST_PARTS = 20_000

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""Office wraps a document with a password in the container of its old formats, under this name."""

_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError),
    *(KeyError, ValueError, OSError, EOFError),
)

_IN_WORDS = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, etree.XMLSyntaxError)

_NO_MEMORY = "unknown error"
"""How the library for XML says that it gets no more memory."""

_OF_LIBRARY = re.compile(r", use XML_PARSE_HUGE option|, line \d+, column \d+ \(.*\)$|\s*\(<string>, line \d+\)$")
"""What its other messages have for programmers."""


@contextmanager
def opened(data: bytes, path: str, kind: str, *damaged: type[Exception]) -> Iterator[zipfile.ZipFile]:
    """Yield the archive of a document of a kind, such as ``a Word document``; its reader raises ``damaged`` too.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much; also when reading inside the block fails.
        MemoryError: reading inside the block takes more memory than this process may have.
    """
    if data.startswith(_OLE) and _ENCRYPTED in data:
        raise BadInputError("document.password", path=path)
    with damage_named(path, kind, *damaged), zipfile.ZipFile(io.BytesIO(data)) as archive:
        _refuse_bomb(archive, path)
        yield archive


@contextmanager
def damage_named(path: str, kind: str, *damaged: type[Exception]) -> Iterator[None]:
    """Name the document of a kind that the block cannot read; its reader raises ``damaged`` too.

    Raises:
        BadInputError: it is damaged.
        MemoryError: reading it takes more memory than this process may have.
    """
    try:
        yield
    except etree.XMLSyntaxError as error:
        if error.msg.startswith(_NO_MEMORY):
            raise MemoryError from error
        raise BadInputError("document.unreadable", path=path, kind=kind, reason=_reason(error)) from error
    except (*_DAMAGED, *damaged, NotImplementedError, RuntimeError, etree.LxmlError) as error:
        raise BadInputError("document.unreadable", path=path, kind=kind, reason=_reason(error)) from error


def _reason(error: Exception) -> str | Message:
    """Return the words of the archive's own checks; others hold texts of the document, or objects of a library."""
    return _OF_LIBRARY.sub("", str(error)) if isinstance(error, _IN_WORDS) else Message("document.damaged_part")


def _refuse_bomb(archive: zipfile.ZipFile, path: str) -> None:
    parts = archive.infolist()
    size = sum(part.file_size for part in parts)
    if size > MOST_UNPACKED_BYTES or len(parts) > MOST_PARTS:
        raise BadInputError(
            "document.too_large",
            path=path,
            size=size,
            parts=len(parts),
            limit=MOST_UNPACKED_BYTES,
            most_parts=MOST_PARTS,
        )


def xml_of(archive: zipfile.ZipFile, name: str) -> "etree._Element | None":
    """Return the root element of a part, None when there is no such part."""
    return xml_root(archive.read(name)) if name in archive.NameToInfo else None


def xml_root(data: bytes) -> "etree._Element":
    """Return the root element of an XML document, of which entities are never expanded."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(data, parser)


def addition_of(archive: zipfile.ZipFile, name: str) -> "etree._Element | None":
    """Return the root element of a part that a document can be read without; None where it is damaged too."""
    try:
        return xml_of(archive, name)
    except etree.XMLSyntaxError as error:
        if error.msg.startswith(_NO_MEMORY):
            raise
        return None
    except _DAMAGED:
        return None


def relations(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield id, type and part of all that a part of an Office document refers to; no name means the document."""
    yield from _listed(part, xml_of(archive, _list_of(part)))


def additions(
    archive: zipfile.ZipFile, part: str, kinds: Collection[str]
) -> Iterator[tuple[str, str, "etree._Element"]]:
    """Yield kind, name and root of what a part refers to, of some kinds, each once and none that is damaged."""
    listed = _listed(part, addition_of(archive, _list_of(part)))
    for kind, name in dict.fromkeys((posixpath.basename(kind), name) for _, kind, name in listed):
        root = addition_of(archive, name) if kind in kinds else None
        if root is not None:
            yield kind, name, root


def _list_of(part: str) -> str:
    """Return the name of the part that lists what a part refers to."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _listed(part: str, relations_of_part: "etree._Element | None") -> Iterator[tuple[str, str, str]]:
    for relation in () if relations_of_part is None else relations_of_part:
        name = posixpath.join("/", posixpath.dirname(part), relation.get("Target") or "")
        yield relation.get("Id") or "", relation.get("Type") or "", posixpath.normpath(name).lstrip("/")


def related_id(element: "etree._Element") -> str:
    """Return the id of the relation that an element of an Office document names.

    The attribute is in one of two namespaces, as a document keeps the standard strictly or not.
    """
    return next((value for key, value in element.items() if key.startswith("{") and key.endswith("}id")), "")


def local_name(element: "etree._Element") -> str:
    """Return an element's name without its namespace; empty for comments and instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
