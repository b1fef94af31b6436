"""Terraform: references within a module, which is a folder, and from a module block into the folder it calls."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from posixpath import normpath

from indexer.facts.model import FileFacts, Import, TypeUse
from indexer.languages.link_context import LinkContext
from indexer.languages.terraform.extractor import identifier, module_folder
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

ECOSYSTEM = "terraform"

_REGISTRY = re.compile(r"(?:[\w.-]+\.[\w.-]+/)?[\w-]+/[\w-]+(?:/[\w-]+)?")
"""``hashicorp/aws`` or ``terraform-aws-modules/vpc/aws``, behind an optional host."""


def link(context: LinkContext) -> None:
    """Add the edges of all Terraform files."""
    files = [each for each in context.files if each.language == "terraform"]
    links = _Links(files, context.builder)
    for facts in files:
        links.add(facts)


class _Links:
    """Resolves the names of files; a name means a block in any file of the same folder."""

    def __init__(self, files: Sequence[FileFacts], builder: GraphBuilder) -> None:
        self._builder = builder
        self._files: dict[str, list[str]] = defaultdict(list)
        self._called: dict[str, str] = {}
        for facts in files:
            self._files[module_folder(facts.path)].append(facts.path)
            self._called.update(_called_folders(facts))

    def add(self, facts: FileFacts) -> None:
        """Add the edges of one file."""
        folder = module_folder(facts.path)
        for use in facts.types:
            source, evidence = source_of(facts, use.owner), (facts.path, use.line)
            for target in self._targets(folder, source, use):
                self._builder.edge(source, target, EdgeType.REFERENCES, "static", evidence)
        for each in facts.imports:
            self._import(facts, each)

    def _targets(self, folder: str, source: str, use: TypeUse) -> list[str]:
        if use.role == "input":
            return self._known(self._called.get(source), f"var.{use.name}")
        head, *rest = use.name.split(".")
        if head == "module":
            module = identifier(folder, f"module.{rest[0]}")
            output = self._known(self._called.get(module), f"output.{rest[1]}") if len(rest) > 1 else []
            return [*self._known(folder, f"module.{rest[0]}"), *output]
        size = 3 if head in {"data", "ephemeral"} else 2
        address = ".".join(use.name.split(".")[:size])
        return self._known(folder, address) or self._known(folder, f"provider.{address}")

    def _known(self, folder: str | None, address: str) -> list[str]:
        """Return the block with this address in a folder, if there is one."""
        if folder is None:
            return []
        local_id = identifier(folder, address)
        return [local_id] if self._builder.is_defined(local_id) else []

    def _import(self, facts: FileFacts, each: Import) -> None:
        source, evidence = source_of(facts, each.owner), (facts.path, each.line)
        folder = _local_folder(facts.path, each)
        if folder is not None:
            for path in self._files.get(folder, ()):
                self._builder.edge(source, f"file:{path}", EdgeType.IMPORTS, "module", evidence)
        elif _REGISTRY.fullmatch(each.source.partition("//")[0]):
            package = self._builder.external(ECOSYSTEM, each.source.partition("//")[0])
            self._builder.edge(source, package, EdgeType.IMPORTS, "package", evidence)


def _called_folders(facts: FileFacts) -> Mapping[str, str]:
    """Return module block -> the folder of this root that it calls."""
    folders = {source_of(facts, each.owner): _local_folder(facts.path, each) for each in facts.imports}
    return {source: folder for source, folder in folders.items() if folder is not None}


def _local_folder(path: str, each: Import) -> str | None:
    """Return the folder that a module's source means; None for one outside the root."""
    if each.kind != "module" or not each.source.startswith(("./", "../")):
        return None
    folder = normpath(f"{module_folder(path) or '.'}/{each.source}")
    if folder.startswith(".."):
        return None
    return "" if folder == "." else folder
