"""Pages of ASP.NET: their usings and bases, the pages and components they show, and the code that shows them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, FileFacts, Import, Link, TypeUse
from indexer.facts.projects import WEB_CONFIG
from indexer.languages.csharp.page_source import COMPONENT, INCLUDE, SHARED_USING
from indexer.languages.csharp.types import Ambiguous, CSharpTypes
from indexer.languages.csharp.view_links import SHOWING
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

PAGES = frozenset(("razor", "aspx"))
SHARED_IMPORTS = frozenset(("_viewimports.cshtml", "_imports.razor"))
"""Pages whose directives apply to all pages in their folder and below."""

COMPONENT_SUFFIX = "ViewComponent"
"""Suffix of the class names of view components; pages name them without it."""

INVOKED = frozenset(("Invoke", "InvokeAsync"))
"""Methods of a view component that a page calls."""

DEFAULT_VIEW = "Default"
"""Page of a view component that names none."""

VIEW_FOLDERS = ("", "Shared/", "Views/Shared/", "Pages/Shared/", "Views/", "Components/")
"""Where a page is looked for by its name alone, in each folder from that of its user up."""


def with_page_imports(files: Sequence[FileFacts]) -> list[FileFacts]:
    """Return the facts with the usings and the code-behind class that apply to pages without being in them."""
    shared: dict[str, tuple[Import, ...]] = defaultdict(tuple)
    for each in files:
        folder = str(PurePosixPath(each.path).parent)
        if each.language == "razor" and each.path.rpartition("/")[2].lower() in SHARED_IMPORTS:
            shared[folder] += each.imports
        elif each.project is not None and each.project.kind == WEB_CONFIG:
            shared[folder] += tuple(Import(name, 1, SHARED_USING) for name in each.project.usings)
    pages = {
        each.path.lower(): each
        for each in files
        if each.definitions and (each.language in PAGES or each.path.endswith(".razor.cs"))
    }
    return [_completed(each, shared, pages) if each.language in PAGES else each for each in files]


def _completed(
    facts: FileFacts, shared: Mapping[str, tuple[Import, ...]], pages: Mapping[str, FileFacts]
) -> FileFacts:
    folder = PurePosixPath(facts.path).parent
    above = [each for each in (folder, *folder.parents) if str(each) in shared]
    imports = tuple(replace(entry, line=1, kind=SHARED_USING) for each in above for entry in shared[str(each)])
    code = pages.get(f"{facts.path}.cs".lower())
    stem = PurePosixPath(facts.path).stem
    beside = [each for each in code.definitions if each.name == stem] if code is not None else []
    bases = tuple(TypeUse(0, each.qualname, "base", 1) for each in beside[:1])
    for link in facts.links:
        paths = _paths(facts.path, link.target) if link.kind == INCLUDE else ()
        included = next((pages[path.lower()] for path in paths if path.lower() in pages), facts)
        if included is not facts:
            imports += tuple(replace(each, line=link.line, kind=SHARED_USING) for each in included.imports)
            bases += (TypeUse(0, included.definitions[0].local_id[3:], "base", link.line),)
    if not imports and not bases:
        return facts
    return replace(facts, imports=(*facts.imports, *imports), types=(*facts.types, *bases))


class PageLinks:
    """Adds the edges between pages, components and the actions that show them."""

    def __init__(self, types: CSharpTypes, builder: GraphBuilder) -> None:
        self._types = types
        self._builder = builder
        self._pages = [each for each in types.files if each.language in PAGES and each.definitions]
        self._by_path = {each.path.lower(): each.definitions[0].local_id for each in self._pages}
        self._components: dict[str, list[FileFacts]] = defaultdict(list)
        for each in self._pages:
            if each.path.endswith(".razor"):
                self._components[PurePosixPath(each.path).stem].append(each)
        self._view_components = _view_components(types.files)

    def link(self) -> None:
        """Add the edges of all wanted files."""
        for facts in self._pages:
            for link in facts.links if self._builder.wants(facts.path) else ():
                target = (
                    self._component(facts, link) if link.kind == COMPONENT else self._page(facts.path, link.target)
                )
                self._add(facts, 0, target, "component" if link.kind == COMPONENT else "view", link.line)
        for facts in self._types.files:
            if facts.language == "csharp" and self._builder.wants(facts.path):
                self._link_actions(facts)
                self._link_named(facts)
                self._link_view_components(facts)

    def _add(self, facts: FileFacts, owner: int, target: str, tier: str, line: int) -> None:
        source = source_of(facts, owner)
        if target and target != source:
            self._builder.edge(source, target, EdgeType.CALLS, tier, (facts.path, line))

    def _component(self, facts: FileFacts, link: Link) -> str:
        """Return the component that a tag shows: that of the own project, else the only one of its name."""
        several = self._components.get(link.target, [])
        projects = self._types.projects
        own = [each for each in several if projects.shares(projects.of(each.path), projects.of(facts.path))]
        several = own or several
        if several:
            return several[0].definitions[0].local_id if len(several) == 1 else ""
        if link.target in self._view_components:  # by its name alone, in any namespace
            return self._view_components[link.target]
        try:
            info = self._types.find(link.target, 0, facts, 0)
        except Ambiguous:
            return ""
        return info.local_id if info is not None else ""

    def _page(self, user: str, name: str) -> str:
        """Return the page that a path or a name means where it is written; empty when there is none."""
        return next((page for path in _paths(user, name) if (page := self._by_path.get(path.lower()))), "")

    def _link_named(self, facts: FileFacts) -> None:
        """Add the pages that methods of a controller name, below its folder, the shared ones, or by a path."""
        for link in facts.links:
            class_name = facts.definitions[link.owner].parent
            if component := _view_component(class_name):
                page = self._component_page(facts.path, component, link.target)
            else:
                names = (
                    f"Views/{_controller(class_name)}/{link.target}",
                    f"Views/Shared/{link.target}",
                    link.target,
                )
                page = next(filter(None, (self._page(facts.path, name) for name in names)), "")
            self._add(facts, link.owner, page, "view", link.line)

    def _component_page(self, user: str, component: str, view: str) -> str:
        """Return the page of a view component; empty when there is none."""
        folders = ("Views/Shared/Components", "Pages/Shared/Components", "Components")
        pages = (self._page(user, f"{folder}/{component}/{view}") for folder in folders)
        return next(filter(None, pages), "")

    def _link_view_components(self, facts: FileFacts) -> None:
        """Add the page ``Default`` of view components that name none."""
        if not any(each.name.endswith(COMPONENT_SUFFIX) for each in facts.definitions):
            return
        named = {(link.owner, link.line) for link in facts.links}
        for call in facts.calls:
            if call.name == "View" and call.shape == "bare" and call.owner != NO_OWNER:
                component = _view_component(facts.definitions[call.owner].parent)
                if component and (not call.arguments or (call.owner, call.line) not in named):
                    page = self._component_page(facts.path, component, DEFAULT_VIEW)
                    self._add(facts, call.owner, page, "view", call.line)

    def _link_actions(self, facts: FileFacts) -> None:
        named = {(link.owner, link.line) for link in facts.links}
        for route in facts.routes:
            if route.role == "action" and route.owner != NO_OWNER:
                action = facts.definitions[route.owner]
                showing = (call for call in facts.calls if call.owner == route.owner and call.name in SHOWING)
                own = (call.line for call in showing if not call.arguments or (call.owner, call.line) not in named)
                line = next(own, 0)
                page = self._page(facts.path, f"Views/{_controller(action.parent)}/{action.name}") if line else ""
                self._add(facts, route.owner, page, "view", line)


def _controller(class_name: str) -> str:
    """Return the name of a controller in routes and folders."""
    return class_name.rpartition(".")[2].removesuffix("Controller")


def _view_components(files: Sequence[FileFacts]) -> dict[str, str]:
    """Return the names of view components with the members that a page calls; ambiguous names are left out."""
    called: dict[str, dict[str, str]] = defaultdict(dict)
    for facts in files:
        for each in facts.definitions if facts.language == "csharp" else ():
            if each.kind == "class" and _view_component(each.name):
                called[each.name].setdefault(each.local_id, each.local_id)
            elif each.name in INVOKED and _view_component(each.parent):
                called[each.parent.rpartition(".")[2].rpartition(":")[2]][each.parent] = each.local_id
    return {name: next(iter(classes.values())) for name, classes in called.items() if len(classes) == 1}


def _view_component(class_name: str) -> str:
    """Return the name of a view component in pages and folders; empty for another class."""
    name = class_name.rpartition(".")[2].rpartition(":")[2]
    return name.removesuffix(COMPONENT_SUFFIX) if name.endswith(COMPONENT_SUFFIX) else ""


def _paths(user: str, name: str) -> Iterator[str]:
    """Yield the paths that a name may refer to, the nearest first."""
    name = name.replace("\\", "/").removeprefix("~").lstrip("/")
    names = (name,) if "." in PurePosixPath(name).name else (f"{name}.cshtml",)
    folder = PurePosixPath(user).parent
    for each in (folder, *folder.parents):
        for inner in VIEW_FOLDERS if "/" not in name else ("",):
            for written in names:
                yield _normal(str(each / f"{inner}{written}"))


def _normal(path: str) -> str:
    """Return a path without ``..``."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
