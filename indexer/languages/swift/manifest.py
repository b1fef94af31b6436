"""Swift: ``Package.swift``, which names the targets of a package and the packages that it depends on."""

import re

from msgspec.structs import replace

from indexer.facts.model import FileFacts
from indexer.facts.project_model import Project
from indexer.types import ParsedFile

KIND = "Package.swift"

_MANIFEST = re.compile(r"(?:.*/)?Package(?:@swift-[\d.]+)?\.swift")
_TARGET = re.compile(r"\.(?:\w*[tT]arget|macro|plugin)\(\s*name:\s*\"([^\"\n]+)\"")
_PATH = re.compile(r"\bpath:\s*\"([^\"\n]+)\"")
_PRODUCT = re.compile(r"\.product\(\s*name:\s*\"([^\"\n]+)\"")
_PACKAGE = re.compile(r"\.package\([^()\n]{0,200}?url:\s*\"([^\"\n]+)\"")
MOST_CHARS = 2_000
"""Of a target, up to where its path is looked for."""


def is_manifest(path: str) -> bool:
    """Return whether a file describes a package, for all versions of the tools or for one."""
    return _MANIFEST.fullmatch(path) is not None


def manifest(parsed: ParsedFile, facts: FileFacts) -> FileFacts:
    """Return the facts of a manifest with the folders of its targets, and names that are imported from outside."""
    text = parsed.text
    targets = [*_TARGET.finditer(text)]
    ends = [*(each.start() for each in targets[1:]), len(text)]
    paths: list[str] = []
    for target, end in zip(targets, ends, strict=False):
        path = _PATH.search(text, target.end(), min(end, target.end() + MOST_CHARS))
        if path is not None:
            paths.append(f"{target[1]}={path[1].strip('/')}")
    repositories = (each.rstrip("/").rpartition("/")[2].removesuffix(".git") for each in _PACKAGE.findall(text))
    packages = dict.fromkeys((*_PRODUCT.findall(text), *repositories))
    project = Project(KIND, packages=tuple(packages), paths=tuple(paths))
    return replace(facts, project=project)
