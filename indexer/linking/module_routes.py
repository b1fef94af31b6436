"""The whole address of each route in the languages with modules: routers that are mounted in others."""

import re
from collections import defaultdict

from indexer.facts.model import NO_OWNER, Call, FileFacts, Import, Route
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_targets import ModuleTargets
from indexer.linking.routes import Routes, Served, joined
from indexer.linking.viewsets import ViewSets

_HOLE = re.compile(r"\{([A-Z][A-Z0-9_]*)\}")

MAX_HOPS = 8
"""Greatest depth of nested routers."""

Router = tuple[str, str]
"""File and name of the variable that holds a router; the name of a function that takes one as its parameter."""


class ModuleRoutes:
    """Finds the routes of the files of one family of languages."""

    def __init__(self, names: ModuleNames, targets: ModuleTargets, routes: Routes) -> None:
        self._names = names
        self._targets = targets
        self._routes = routes
        self._groups: dict[Router, tuple[FileFacts, Route]] = {}
        self._lists: set[Router] = set()
        """Lists of addresses that have none of their own."""
        self._mounts: dict[Router, list[tuple[FileFacts, Route]]] = defaultdict(list)
        self._prefixes: dict[str, list[str]] = defaultdict(list)
        """Of classes and functions: the paths that annotations give them."""
        self._viewsets = ViewSets(names)
        texts: dict[str, set[str]] = defaultdict(set)
        for facts in names.files.values():
            for route in facts.routes:
                self._index(facts, route)
                if route.role == "constant":
                    texts[route.name].add(route.path)
        self._texts = {name: next(iter(each)) for name, each in texts.items() if len(each) == 1}

    def _index(self, facts: FileFacts, route: Route) -> None:
        if route.role == "group":
            self._groups[facts.path, route.name] = facts, route
        elif route.role == "list":
            self._lists.add((facts.path, route.name))
        elif route.role in {"mounts", "remounts"}:
            for router in self._mounted(facts, route.name):
                self._mounts[router].append((facts, route))
        elif route.role == "action" and route.owner != NO_OWNER:
            self._viewsets.enter(facts, route)
        elif route.role == "prefix" and route.owner != NO_OWNER:
            self._prefixes[facts.definitions[route.owner].local_id].append(route.path)

    def _mounted(self, facts: FileFacts, name: str) -> list[Router]:
        """Return the routers that a name means: variables of modules, functions, or all those of a module."""
        if name.startswith("@"):
            return self._mounted_of_module(facts, name[1:])
        head, _, rest = name.rpartition(".")
        module = self._module(facts.path, head)
        variable = self._names.variable(module or facts.path, rest)
        if variable[0]:
            return [variable]
        function = self._names.path_target(facts.path, name)
        if function:
            return [("", function)]
        module = self._names.module_bound(facts.path, name)
        return [(module, self._names.finder.whole), (module, "")] if module else []

    def _module(self, path: str, name: str) -> str:
        """Return the module that a name or a dotted path means; else empty."""
        bound = self._names.module_bound(path, name) if name else ""
        return bound or self._names.modules[path].dotted.get(name, "")

    def _mounted_of_module(self, facts: FileFacts, written: str) -> list[Router]:
        """Return the router ``module#variable``, or all those of ``module``."""
        name, _, variable = written.partition("#")
        module = self._names.finder.target(facts, Import(name, 0)).module
        if not module:
            return []
        if variable:
            declared = self._names.variable(module, variable)
            return [declared if declared[0] else (module, variable)]
        return [(module, self._names.finder.whole), (module, "")]

    def collect(self) -> None:
        """Hand all routes on."""
        for facts in self._names.files.values():
            for route in facts.routes:
                is_located = route.role == "located"
                if route.role == "serves" or (is_located and self._is_served(facts, route)):
                    self._serve(facts, route)
                elif route.role == "registers" and self._home_of(facts, route.router) in self._groups:
                    self._register(facts, route)

    def _serve(self, facts: FileFacts, route: Route) -> None:
        for path in self._paths(facts, route):
            self._routes.serve(Served(facts, route, path, self._home(facts), self._handler))

    def _is_served(self, facts: FileFacts, route: Route) -> bool:
        """Return whether a program uses the framework by which the path of a file is an address."""
        return self._names.finder.depends_on(facts.path, route.name.split())

    def _register(self, facts: FileFacts, route: Route) -> None:
        """Serve the addresses that a router makes of a class."""
        for above in self._paths(facts, route):
            for where, served, path in self._viewsets.served(facts, route):
                address = joined(above, path)
                self._routes.serve(Served(where, served, address, self._home(facts), self._handler))

    @staticmethod
    def _home(facts: FileFacts) -> str:
        return facts.path

    def _handler(self, facts: FileFacts, call: Call) -> str:
        target, _ = self._targets.call_target(facts, call)
        return target

    def _paths(self, facts: FileFacts, route: Route) -> list[str]:
        above = self._above(facts, route.owner, route.router, MAX_HOPS)
        around = self._around(facts, route.owner)
        whole = (self._filled(f"{prefix}/{own}/{route.path}") for prefix in above for own in around)
        return sorted({joined(each) for each in whole})

    def _filled(self, path: str) -> str:
        """Return a path with constants in the place of their names where all of that name have the same text."""
        return _HOLE.sub(lambda each: self._texts.get(each.group(1), each.group()), path)

    def _around(self, facts: FileFacts, owner: int) -> list[str]:
        """Return the paths that annotations of the class around give."""
        if owner == NO_OWNER:
            return [""]
        holder = self._targets.enclosing_class(facts, owner)
        return (self._prefixes.get(holder) if holder else None) or [""]

    def _above(self, facts: FileFacts, owner: int, router: str, hops: int) -> list[str]:
        """Return the paths that a router stands below; none of a list that no other includes."""
        if not router or hops <= 0:
            return [""]
        home = self._home_of(facts, router)
        mounted = [*self._mounts.get(home, ()), *self._mounts.get((home[0], ""), ())]
        while owner != NO_OWNER:  # of a function that takes the router as its parameter
            mounted += self._mounts.get(("", facts.definitions[owner].local_id), ())
            owner = self._names.parents[facts.path][owner]
        group = self._groups.get(home)
        own = group[1].path if group is not None else ""
        outer = {
            f"{prefix}/{mount.path}/{'' if mount.role == 'remounts' else own}"
            for where, mount in mounted
            if mount.router != router or where.path != facts.path
            for prefix in self._above(where, mount.owner, mount.router, hops - 1)
        }
        return sorted(outer) or ([] if home in self._lists else [own])

    def _home_of(self, facts: FileFacts, router: str) -> Router:
        """Return where a router is declared; a default export may have a name in its module."""
        head, _, name = router.rpartition(".")
        module = self._module(facts.path, head)
        path, own = self._names.variable(module or facts.path, name)
        return (path, own) if path else (facts.path, router)
