"""The data of ICU in the installed program: what stays is byte for byte the same, and Qt sorts with it."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from tests.unit.packaging.scripts import script

LIBRARIES = sorted((Path(PySide6.__file__).parent / "Qt" / "lib").glob("libicudata.so.*"))

pytestmark = pytest.mark.skipif(not LIBRARIES, reason="Qt links ICU on Linux only")

SORTED = """
from PySide6.QtCore import QCollator, QLocale
collator = QCollator(QLocale("de"))
collator.setNumericMode(True)
print(",".join(sorted(["file10", "zebra", "file9", "\\u00e4pfel"], key=collator.sortKey)))
"""


unicode_data = script("freeze/unicode_data.py")


def items_of(package: bytes) -> dict[str, bytes]:
    """Return the items of a package by their names, each from its offset on as long as the next one is away."""
    begin = package.index(b"\xda\x27") - 2
    contents = package[begin + struct.unpack_from("<H", package, begin)[0] :]
    (count,) = struct.unpack_from("<I", contents)
    entries = [struct.unpack_from("<II", contents, 4 + 8 * each) for each in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(contents)]
    return {
        contents[name : contents.index(b"\0", name)].decode(): contents[offset:end]
        for (name, offset), end in zip(entries, ends, strict=True)
    }


def test_what_stays_is_what_it_was() -> None:
    library = LIBRARIES[0].read_bytes()
    before, after = items_of(library), items_of(unicode_data.shortened_package(library))
    assert list(after) == sorted(after)  # ICU looks names up by halving
    assert all(before[name].startswith(item.rstrip(b"\0")) for name, item in after.items())
    names = {name.split("/", 1)[1] for name in after}
    assert {
        "root.res",
        "de.res",
        "en.res",
        "coll/root.res",
        "coll/de.res",
        "coll/ucadata.icu",
        "nfkc.nrm",
    } <= names
    assert not names & {"fr.res", "coll/sv.res", "curr/de.res", "ibm-943_P15A-2003.cnv", "brkitr/thaidict.dict"}
    assert sum(map(len, after.values())) < sum(map(len, before.values())) / 8


def test_a_library_without_a_package_is_refused() -> None:
    with pytest.raises(ValueError, match="no package of ICU"):
        unicode_data.shortened_package(b"\x7fELF" + bytes(4096))


@pytest.mark.skipif(not shutil.which("ld"), reason="installers are built where binutils is; tests run without it")
def test_qt_sorts_with_the_shorter_data(tmp_path: Path) -> None:
    shorter = tmp_path / LIBRARIES[0].name
    shutil.copy(LIBRARIES[0], shorter)
    unicode_data.shorten(shorter)
    assert shorter.stat().st_size < LIBRARIES[0].stat().st_size / 8
    answers = {sorted_by_qt(preloaded) for preloaded in ("", str(shorter))}
    assert answers == {"äpfel,file9,file10,zebra\n"}


def sorted_by_qt(preloaded: str) -> str:
    environment = {"LD_PRELOAD": preloaded, "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", SORTED]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout
