"""What the imports of files bind in languages with modules, and the edges that they are."""

from collections.abc import Mapping

from indexer.facts.marks import LIBRARY, MEMBER, PART, PROTOTYPE, TYPEDEF
from indexer.facts.model import NO_OWNER, FileFacts, Import
from indexer.linking.graph import GraphBuilder
from indexer.linking.module_records import Module
from indexer.linking.modules import ModuleFinder, Target
from search.types.graph import EdgeType


class ModuleImports:
    """Binds the imports of files in their modules.

    Args:
        modules: of all files and packages.
        files: of this family of languages, by path.
    """

    def __init__(
        self,
        modules: Mapping[str, Module],
        files: Mapping[str, FileFacts],
        finder: ModuleFinder,
        builder: GraphBuilder,
    ) -> None:
        self._modules = modules
        self._files = files
        self._finder = finder
        self._builder = builder

    def bind_all(self) -> None:
        """Bind what all files import, and add the edges to files and packages."""
        for each in self._files.values():
            self.bind(each)

    def bind(self, facts: FileFacts) -> None:
        """Bind what a file imports, and add the edges to files and packages."""
        module = self._modules[facts.path]
        for each in facts.imports:
            if each.kind == MEMBER and each.owner != NO_OWNER:
                continue  # of an object that a function gives
            if not each.source and each.kind in {"export", MEMBER}:
                module.bound.setdefault(each.alias, (facts.path, each.name))
                continue
            target = self._finder.target(facts, each)
            if each.kind == TYPEDEF:
                if target.module:
                    module.bound.setdefault(each.alias, target)
                continue
            if each.kind in {PROTOTYPE, PART}:
                if target.module not in {"", facts.path}:
                    module.bound.setdefault(each.name, target)
                continue
            if not target.module:
                self._link_package(facts, each)
                continue
            self._link(facts, each, target.module)
            if not each.kind.startswith(LIBRARY):
                _bind(module, each, target)
        module.stars.extend(self._finder.companions(facts.path))

    def _link(self, facts: FileFacts, each: Import, module: str) -> None:
        if module != facts.path:
            target = f"file:{module}" if module in self._files else module
            evidence = (facts.path, each.line)
            self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, "module", evidence)

    def _link_package(self, facts: FileFacts, each: Import) -> None:
        external = self._finder.external(facts, each)
        if external is not None:
            target = self._builder.external(*external)
            evidence = (facts.path, each.line)
            self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, "package", evidence)


def _bind(module: Module, each: Import, target: Target) -> None:
    """Bind what an import takes from a module in another one."""
    if target.name == "*":
        module.stars.append(target.module)
    elif each.kind == "mod":  # a function of the same name is another thing
        module.bound.setdefault(each.alias, (target.module, target.name))
    elif target.name.endswith(".*"):
        module.opened.append((target.module, target.name.removesuffix(".*")))
    elif each.alias or each.name:
        name, meaning = each.alias or each.name, (target.module, target.name)
        if module.bound.get(name, meaning) != meaning:
            module.bound_before.setdefault(name, []).append(module.bound[name])
        module.bound[name] = meaning
    elif not target.name:
        module.dotted[each.source.replace("::", ".")] = target.module


def close_packages(modules: Mapping[str, Module]) -> None:
    """Gather the names that the files of each closed package show to each other; one of several means none.

    What a file of Kotlin keeps to itself is called by the path of that.
    """
    for module in modules.values():
        for path in module.stars if module.is_closed else ():
            for name, local_id in modules[path].names.items():
                if not local_id.startswith(f"kt:{path}#"):
                    known = module.names.setdefault(name, local_id)
                    module.names[name] = local_id if known == local_id else ""
