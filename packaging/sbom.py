"""The list of parts that an installer carries, as CycloneDX: ``python packaging/sbom.py FILE``.

Packages are those that Dowse requires on this system, with their licences and the hashes of the files that
``requirements.lock`` allows; and what is no package: model, fonts, icons, Python itself.
"""

import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

sys.path.insert(0, str(Path(__file__).resolve().parent))

from licences import NOT_PACKAGES, shipped

REPOSITORY = Path(__file__).resolve().parent.parent
LOCK = Path(__file__).resolve().parent / "requirements.lock"
LOCKED = re.compile(
    r"^(?P<name>[\w.-]+)==[^\n]*\\\n(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64}[^\n]*\n)+)", re.MULTILINE
)
HASH = re.compile(r"sha256:([0-9a-f]{64})")


def bill() -> Bom:
    """Return the list of parts; Dowse requires each package."""
    sys.path.insert(0, str(REPOSITORY))
    from app.installation.version import VERSION

    whole = Component(name="dowse", version=VERSION, type=ComponentType.APPLICATION, bom_ref="dowse")
    whole.licenses.add(LicenseExpression("Apache-2.0"))
    parts = [*packages(), *others()]
    listed = Bom(components=parts)
    listed.metadata.component = whole
    listed.register_dependency(whole, parts)
    return listed


def packages() -> Iterator[Component]:
    """Yield a component for each package."""
    hashes = locked_hashes()
    for package in shipped():
        url = PackageURL("pypi", name=package.name, version=package.version)
        part = Component(
            name=package.name, version=package.version, purl=url, bom_ref=str(url), type=ComponentType.LIBRARY
        )
        part.licenses.add(LicenseExpression(package.licence))
        part.properties.update(
            Property(name="dowse:file:sha256", value=value) for value in hashes.get(package.name, ())
        )
        yield part


def others() -> Iterator[Component]:
    """Yield a component for each part that is no package."""
    kinds = {"model": ComponentType.MACHINE_LEARNING_MODEL}
    for name, version, licence, _where in NOT_PACKAGES:
        kind = kinds.get(name.rpartition("(")[2].rstrip(")"), ComponentType.FILE)
        part = Component(name=name, version=version or None, type=kind, bom_ref=name)
        part.licenses.add(LicenseExpression(licence))
        yield part
    version = platform.python_version()
    python = Component(name="python", version=version, type=ComponentType.PLATFORM, bom_ref="python")
    python.licenses.add(LicenseExpression("PSF-2.0"))
    python.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=digest(Path(sys.executable).resolve())))
    yield python


def locked_hashes() -> dict[str, list[str]]:
    """Return the SHA-256 of every file that the lock allows, by package."""
    entries = LOCKED.finditer(LOCK.read_text("utf-8"))
    return {entry["name"].lower().replace("_", "-"): HASH.findall(entry["hashes"]) for entry in entries}


def digest(file: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    import hashlib

    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def main() -> int:
    """Write the list; print how many parts it has."""
    target = Path(sys.argv[1])
    listed = bill()
    target.parent.mkdir(parents=True, exist_ok=True)
    JsonV1Dot6(listed).output_to_file(str(target), allow_overwrite=True, indent=1)
    print(f"{target}: {len(listed.components)} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
