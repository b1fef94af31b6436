"""The data of ICU that Qt links, less what no window of Dowse reads: 32 MB become 3.

Qt needs ICU for collation and for character sets other than UTF-8 and UTF-16, and links its data as a library that
holds little else than one package of items: names of currencies, languages, units and time zones in 800 locales,
tables of 190 character sets, and dictionaries. Dowse decodes texts itself, and Qt has its own dates and numbers.
What stays is the root of everything, German and English. Format of the package: ``icu4c/source/common/ucmndata.h``
of ICU.
"""

import re
import struct
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

MAGIC = b"\xda\x27"
ALIGNMENT = 16
"""Of the items of a package and of the package itself, in bytes."""

LEFT_OUT = re.compile(
    rb"/(?:brkitr|curr|lang|rbnf|region|translit|unit|zone)/|\.cnv$|/(?!de[_.]|en[_.])[a-z]{2,3}[_.][^/]*res$"
)
"""Names of items that are left out: whole kinds, and of the others the locales that the window does not speak."""


def shorten(library: Path) -> None:
    """Replace a library ``libicudata.so.NN`` by one with fewer items, with `ld` and `objcopy`.

    Raises:
        ValueError: It holds no package of ICU.
        OSError, subprocess.CalledProcessError: The tools are missing or fail.
    """
    version = library.name.rpartition(".")[2]
    with TemporaryDirectory() as folder:
        (Path(folder) / "package").write_bytes(shortened_package(library.read_bytes()))
        options = ("alloc", "load", "readonly", "data", "contents")
        section = ("--rename-section", ",".join((".data=.rodata", *options)))
        aligned = ("--set-section-alignment", f".rodata={ALIGNMENT}")
        symbol = ("--defsym", f"icudt{version}_dat=_binary_package_start")
        for command in (
            ("ld", "-r", "-b", "binary", "-o", "package.o", "package"),
            ("objcopy", *section, *aligned, "package.o"),
            ("ld", "-shared", "-soname", library.name, *symbol, "-o", str(library), "package.o"),
        ):
            subprocess.run(command, cwd=folder, check=True)


def shortened_package(library: bytes) -> bytes:
    """Return the package in the bytes of a library, header and all, without the items that are left out.

    Raises:
        ValueError: There is none.
    """
    magic = library.find(MAGIC)
    if magic < 0:
        raise ValueError("no package of ICU in this library")
    begin = magic - 2
    (header_size,) = struct.unpack_from("<H", library, begin)
    contents = begin + header_size  # all offsets count from here
    (count,) = struct.unpack_from("<I", library, contents)
    entries = list(struct.iter_unpack("<II", library[contents + 4 : contents + 4 + 8 * count]))
    ends = [offset for _, offset in entries[1:]] + [len(library) - contents]
    shipped: list[tuple[bytes, bytes]] = []
    for (name_at, offset), end in zip(entries, ends, strict=True):
        name = library[contents + name_at : library.index(b"\0", contents + name_at)]
        if not LEFT_OUT.search(name):
            shipped.append((name, library[contents + offset : contents + end]))
    return library[begin:contents] + _package(shipped, header_size)


def _package(items: list[tuple[bytes, bytes]], header_size: int) -> bytes:
    """Return the table of contents, the names and the items, aligned as behind a header of this size."""
    names, table, body = b"", b"", b""
    name_at = 4 + 8 * len(items)
    first = name_at + sum(len(name) + 1 for name, _ in items)
    first += -(first + header_size) % ALIGNMENT
    for name, item in items:
        table += struct.pack("<II", name_at + len(names), first + len(body))
        names += name + b"\0"
        body += item + bytes(-len(item) % ALIGNMENT)
    return (struct.pack("<I", len(items)) + table + names).ljust(first, b"\0") + body
