"""C#: the whole address of each route, from controllers and groups of routes."""

import re
from collections import defaultdict
from collections.abc import Iterable

from indexer.facts.model import NO_OWNER, Call, FileFacts, Route
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.types import CSharpTypes
from indexer.linking.routes import Routes, Served, joined

MAX_HOPS = 8
"""Greatest depth of nested groups."""

_ROUTE = re.compile(r"(?:^|\.)Route(?:Attribute)?$")
"""The attribute of ASP.NET for a template, as the base of a class."""

_TOKEN = re.compile(r"\[(controller|action|area)\]", re.IGNORECASE)
_PART = re.compile(r"\{(controller|action)[^{}]*\}")
_OPTIONAL = re.compile(r"/?\{\w+(?:=[^{}]*|\?)\}")


def _by_convention(pattern: str) -> str:
    """Return the route template of a pattern such as ``{controller=Home}/{action=Index}/{id?}``."""
    return _OPTIONAL.sub("", _PART.sub(r"[\1]", pattern))


def _own_attributes(files: Iterable[FileFacts]) -> dict[str, str]:
    """Return the templates of own attributes that are derived from ``RouteAttribute``, by their names."""
    templates: dict[str, set[str]] = defaultdict(set)
    for facts in files:
        constructors = [each for each in facts.routes if each.role == "template"]
        derived = {each.owner for each in facts.types if each.role == "base" and _ROUTE.search(each.name)}
        classes = {facts.definitions[each].local_id for each in derived} if constructors else set()
        for each in constructors:
            constructor = facts.definitions[each.owner]
            if constructor.parent in classes:
                name = constructor.name.removesuffix("Attribute")
                templates[name].add(each.path)
                templates[f"{name}Attribute"].add(each.path)
    return {name: next(iter(each)) for name, each in templates.items() if len(each) == 1}


class CSharpRoutes:
    """Finds the routes of all C# files."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, routes: Routes) -> None:
        self._types = types
        self._calls = calls
        self._routes = routes
        self._prefixes: dict[str, list[str]] = defaultdict(list)
        """Of classes and methods: the templates that attributes give them."""
        self._mounted: dict[str, list[tuple[FileFacts, Route]]] = defaultdict(list)
        """Name of a method -> the groups that are handed to it."""
        self._called: dict[str, list[tuple[FileFacts, Call]]] = defaultdict(list)
        """Name of a method -> the calls of it on a variable that is a group."""
        self._conventions: dict[str, set[str]] = defaultdict(set)
        """Project -> patterns of the addresses of controllers that name none."""
        own = _own_attributes(types.files)
        for facts in types.files:
            for use in facts.types if own else ():
                template = own.get(use.name, "") if use.role == "attribute" and use.owner != NO_OWNER else ""
                if template:
                    self._prefixes[facts.definitions[use.owner].local_id].append(template)
            for route in facts.routes:
                if route.role == "convention":
                    self._conventions[types.projects.of(facts.path)].add(route.path)
                elif route.role == "prefix" and route.owner != NO_OWNER:
                    self._prefixes[facts.definitions[route.owner].local_id].append(route.path)
                elif route.role == "mounts":
                    self._mounted[route.name].append((facts, route))
            groups = {each.name for each in facts.routes if each.role == "group"}
            for call in facts.calls if groups else ():
                if call.shape == "path" and call.receiver in groups:
                    self._called[call.name].append((facts, call))

    def collect(self) -> None:
        """Hand all routes on."""
        for facts in self._types.files:
            served = {each.owner for each in facts.routes if each.role == "serves"}
            for route in facts.routes:
                if route.role == "serves":
                    self._serve(facts, route, self._paths(facts, route))
                elif route.role == "action" and route.owner not in served:
                    self._serve(facts, route, self._action_paths(facts, route))

    def _serve(self, facts: FileFacts, route: Route, paths: list[str]) -> None:
        home = self._types.projects.of(facts.path)
        for path in paths:
            self._routes.serve(Served(facts, route, path, home, self._handler))

    def _handler(self, facts: FileFacts, call: Call) -> str:
        member, _ = self._calls.named(self._calls.scope(facts), call)
        return member.local_id if member is not None else ""

    def _paths(self, facts: FileFacts, route: Route) -> list[str]:
        if route.router or route.handlers or route.end_line:
            prefixes = self._of_router(facts, route.owner, route.router, MAX_HOPS)
            return [joined(prefix, route.path) for prefix in prefixes]
        return self._action_paths(facts, route)

    def _action_paths(self, facts: FileFacts, route: Route) -> list[str]:
        """An action's template stands below those of its class; its own ``[Route]`` gives it one.

        Without any of them it has the address of the program's convention, if there is one.
        """
        method = facts.definitions[route.owner]
        templates = [route.path] if route.path else self._prefixes.get(method.local_id, [])
        prefixes = self._of_class(method.parent)
        if not templates and not prefixes:
            home = self._types.projects.of(facts.path)
            templates = [_by_convention(each) for each in sorted(self._conventions.get(home, ()))]
        elif not templates and route.role == "action" and not any("[action]" in each for each in prefixes):
            return []
        elif not templates:
            templates = [""]
        paths: list[str] = []
        for template in templates:
            absolute = template.startswith(("/", "~/"))
            for prefix in [""] if absolute else prefixes or [""]:
                whole = f"{prefix}/{template.removeprefix('~')}"
                paths.append(joined(self._filled(whole, facts, route.owner)))
        return sorted(set(paths))

    def _of_class(self, class_id: str) -> list[str]:
        """Return the templates of a class, or of the nearest base that has some."""
        if class_id not in self._types.types:
            return []
        owners = (each.type_id for each in self._types.ancestors(class_id))
        return next((self._prefixes[each] for each in owners if each in self._prefixes), [])

    def _filled(self, template: str, facts: FileFacts, owner: int) -> str:
        method = facts.definitions[owner]
        around = self._types.enclosing_types(facts, owner)
        controller = around[0].name.removesuffix("Controller") if around else ""
        values = {"controller": controller, "action": method.name.removesuffix("Async"), "area": ""}
        return _TOKEN.sub(lambda each: values[each.group(1).lower()], template)

    def _of_router(self, facts: FileFacts, owner: int, router: str, hops: int) -> list[str]:
        """Return the path prefixes of a router: of its group, else of the argument that the method receives."""
        groups = [each for each in facts.routes if each.role == "group" and each.name == router]
        own = [each for each in groups if each.owner == owner] or groups
        if own and hops:
            above = (
                self._of_router(facts, own[-1].owner, own[-1].router, hops - 1)
                if own[-1].router != router
                else [""]
            )
            return [f"{prefix}/{own[-1].path}" for prefix in above]
        is_parameter = owner != NO_OWNER and any(
            each.owner == owner and each.name == router for each in facts.variables
        )
        return self._given_to(facts.definitions[owner].name, hops) if is_parameter and hops else [""]

    def _given_to(self, method: str, hops: int) -> list[str]:
        """Return the paths of the groups that a method is called on; an empty one where there are none."""
        paths = {
            f"{prefix}/{route.path}"
            for facts, route in self._mounted.get(method, ())
            for prefix in self._of_router(facts, route.owner, route.router, hops - 1)
        }
        for facts, call in self._called.get(method, ()):
            paths |= set(self._of_router(facts, call.owner, call.receiver, hops - 1))
        return sorted(paths) or [""]
