"""``resolve``: from the facts of all files of a root to its graph. Pure; the order of files is no matter."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from indexer.collector import collector_paused
from indexer.facts.entries import load
from indexer.facts.model import FileFacts
from indexer.languages.csharp.entity_framework import EntityFramework
from indexer.languages.csharp.linker import CSharpLinks
from indexer.languages.csharp.page_links import PageLinks, with_page_imports
from indexer.languages.csharp.projects import Projects, with_unique_ids
from indexer.languages.csharp.route_links import CSharpRoutes
from indexer.languages.csharp.types import CSharpTypes
from indexer.languages.csharp.wiring import CSharpWiring
from indexer.languages.link_context import LinkContext
from indexer.languages.sql.databases import Databases
from indexer.languages.sql.dialects import with_dialects
from indexer.languages.sql.objects import SqlCatalog, catalog_of, link_sql
from indexer.languages.sql.one_schema import with_one_schema
from indexer.languages.swift.extensions import extensions_of, with_extended_types
from indexer.linking.graph import (
    Draft,
    EdgeCountReport,
    Graph,
    GraphBuilder,
    Location,
    RepositoryScope,
    unreported,
)
from indexer.linking.module_links import ModuleLinks
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_routes import ModuleRoutes
from indexer.linking.modules import ModuleFinder
from indexer.linking.overloads import Overloads
from indexer.linking.overrides import Overrides
from indexer.linking.routes import Routes
from indexer.resolve.documents import Documents
from indexer.resolve.models import Models
from indexer.resolve.procedures import Procedures
from resources.languages import languages
from search.types.graph import OVERLOAD, EdgeType


def resolve(
    facts: Sequence[FileFacts],
    scope: RepositoryScope,
    only: frozenset[str] | None = None,
    report_edges: EdgeCountReport = unreported,
) -> Graph:
    """Return nodes and edges of one root.

    Args:
        facts: of every file of the root, also of those without definitions: each gets a ``file`` node.
        scope: the repository that the files belong to.
        only: paths of the files whose part of the graph is wanted (`indexer.resolve.changes` tells which a change
            concerns): their nodes and edges, and all nodes that stand in no file. None for the whole.
        report_edges: called now and then with the number of edges found so far.
    """
    builder = GraphBuilder(scope, only, report_edges)
    with collector_paused():
        _link(sorted(facts, key=lambda each: each.path), builder)  # what it knows of all files is gone then
        return builder.finish()


def _link(files: list[FileFacts], builder: GraphBuilder) -> None:
    """Add the nodes and edges of all files."""
    projects = Projects(files)
    databases = Databases(files)
    files = with_one_schema(databases.named(with_dialects(with_unique_ids(with_page_imports(files), projects))))
    files = with_extended_types(files)
    catalog = catalog_of(files, databases)
    builder.overloads = Overloads(files)
    ids = {definition.local_id for each in files for definition in each.definitions}
    for each in files:
        _add_nodes(each, catalog, builder, ids)
    _add_overloads(builder)
    link_sql(files, catalog, builder)
    types = CSharpTypes(files, projects)
    links = CSharpLinks(types, builder)
    families = [ModuleNames(files, finder, builder) for finder in _module_finders(files)]
    routes = Routes(builder)
    CSharpRoutes(types, links.calls, routes).collect()
    module_links_of = [ModuleLinks(names, builder) for names in families]
    for names, module_links in zip(families, module_links_of, strict=True):
        ModuleRoutes(names, module_links.targets, routes).collect()
    models = Models(catalog, builder)
    context = LinkContext(files, builder, catalog, models, routes)
    for language in languages().values():
        if language.routes:
            load(language.routes)(context)
    routes.declare()
    links.link()
    CSharpWiring(types, links.calls, builder).link()
    PageLinks(types, builder).link()
    EntityFramework(types, links.calls, catalog, builder).link(files)
    for names, module_links in zip(families, module_links_of, strict=True):
        module_links.link()
        Overrides(names, builder).link()
        models.link(names, module_links.targets)
    for language in languages().values():
        if language.linker:
            load(language.linker)(context)
    routes.link(files)
    Procedures(types, catalog, builder).link(files, models)
    Documents(files, builder).link()


def _module_finders(files: Sequence[FileFacts]) -> list[ModuleFinder]:
    """Return the rules of every family of languages with modules."""
    return [load(language.modules)(files) for language in languages().values() if language.modules]


def _add_nodes(facts: FileFacts, catalog: SqlCatalog, builder: GraphBuilder, ids: AbstractSet[str]) -> None:
    """Add the file and what it defines; of a database object only the living definition.

    A part of what no file defines (``class Shop::Cart`` without ``module Shop``) belongs to its file.
    """
    is_wanted = builder.wants(facts.path)
    file = f"file:{facts.path}"
    name = facts.path.rpartition("/")[2]
    builder.add(file, Draft("file", name, facts.path, facts.language, [Location(facts.path, 1, 1)]))
    extensions, tests = extensions_of(facts), frozenset(facts.tests)
    for index, each in enumerate(facts.definitions):
        if facts.language == "sql" and (facts.path, each.local_id) not in catalog.living:
            continue
        location = Location(facts.path, each.start_line, each.end_line, index in extensions)
        draft = Draft(each.kind, each.name, each.qualname, facts.language, [location], in_tests=index in tests)
        builder.add(each.local_id, draft)
        if is_wanted:
            parent = each.parent if each.parent in ids else file
            builder.edge(parent, each.local_id, EdgeType.DEFINES, "exact", (facts.path, each.start_line))


def _add_overloads(builder: GraphBuilder) -> None:
    """Add a node for each overload of a method, below the node of the name."""
    for name, overloads in builder.overloads.all():
        if not builder.has(name):
            continue
        draft = builder.draft(name)
        for each in overloads:
            locations = [Location(*span) for span in each.spans]
            names = (f"{draft.name}{each.suffix}", f"{draft.qualname}{each.suffix}")
            builder.add(
                each.local_id, Draft(draft.kind, *names, draft.language, locations, in_tests=draft.in_tests)
            )
            first = min(locations)
            if builder.wants(first.path):
                builder.edge(name, each.local_id, EdgeType.DEFINES, OVERLOAD, (first.path, first.start_line))
