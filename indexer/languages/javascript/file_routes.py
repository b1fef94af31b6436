"""JavaScript: addresses that the path of a file is (Next.js, SvelteKit, Remix, Nuxt, Astro)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, Call, Definition, Import, Route
from indexer.languages.javascript.objects import WHOLE

METHODS = {name: name for name in ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")}
"""Functions of a file that serves its address -> the method of HTTP."""

LOADING = {"load": "GET", "actions": "POST"}
"""The same of pages of SvelteKit."""

SERVING = {"loader": "GET", "action": "POST"}
"""The same of pages of Remix and React Router."""

NEXT, ASTRO, REMIX = "next", "astro", "react-router @react-router @remix-run"
"""Packages, and scopes of packages, of frameworks whose files have names that other programs use as well."""

_END = r"\.[cm]?[jt]sx?$"
_APP = re.compile(rf"(?:^|.*/src/|.*?/)?app/((?:.*/)?)(route|page){_END}")
_SVELTE = re.compile(rf"(?:^|/)routes/((?:.*/)?)\+(server|page|page\.server){_END}")
_PAGES = re.compile(rf"(?:^|/)pages/(.+?){_END}")
_NITRO = re.compile(
    r"(?:^|/)server/(api/|routes/)(.+?)(?:\.(get|post|put|delete|patch|head|options))?\.[cm]?[jt]s$"
)
_REMIX = re.compile(rf"(?:^|/)app/routes/(.+?){_END}")

_BRACKETS = re.compile(r"\[+(?:\.\.\.)?(\w*)(?:=\w+)?\]+")
_GROUP = re.compile(r"@\w+|\([^()/]*\)")
_ESCAPED = re.compile(r"\[([^\[\]]*)\]")
_INDEX = frozenset(("index", "route", "_index", "_route"))
_APART = frozenset(("server", "client", "test", "spec", "layout"))
"""Last parts of the names of files that serve no address."""

_DOT = "\0"


class Default(NamedTuple):
    """The function that a file gives by default without a name: ``export default guarded(async () => {})``."""

    line: int
    end_line: int


class Exported(NamedTuple):
    """What a file gives to others."""

    definitions: Sequence[Definition]
    imports: Sequence[Import]
    default: Default | None


def file_routes(path: str, text: str, exported: Exported) -> list[Route]:
    """Return the routes that a file serves because of where it is."""
    if (remix := _REMIX.search(path)) is not None and _is_route(remix[1]):
        routes = _named(SERVING, _dotted(remix[1]), exported)
        if routes:
            return _within(REMIX, routes)
    if (app := _APP.match(path)) is not None:
        address = _bracketed(app[1])
        is_page = app[2] == "page"
        return _within(
            NEXT, _by_default("GET", address, exported) if is_page else _named(METHODS, address, exported)
        )
    if (svelte := _SVELTE.search(path)) is not None:
        return _named(METHODS if svelte[2] == "server" else LOADING, _bracketed(svelte[1]), exported)
    if (nitro := _NITRO.search(path)) is not None and "ventHandler(" in text:
        folder = nitro[1].removeprefix("routes/")
        return _by_default((nitro[3] or "").upper(), _bracketed(folder + nitro[2]), exported)
    if (page := _PAGES.search(path)) is not None:
        is_api = page[1].startswith("api/")
        routes = _within(ASTRO, _named(METHODS, _bracketed(page[1]), exported))
        return routes or (_within(NEXT, _by_default("", _bracketed(page[1]), exported)) if is_api else [])
    return []


def _within(packages: str, routes: Sequence[Route]) -> list[Route]:
    """Return routes that are served only by a program that depends on one of these packages."""
    return [replace(each, role="located", name=packages) for each in routes]


def _named(methods: dict[str, str], address: str, exported: Exported) -> list[Route]:
    """Return the routes of functions with certain names, or that are given to others by them."""
    own = [
        Route(index, "serves", methods[each.name], address, each.start_line)
        for index, each in enumerate(exported.definitions)
        if each.name in methods and not each.parent
    ]
    own_names = {exported.definitions[each.owner].name for each in own}
    return own + [
        Route(NO_OWNER, "serves", methods[name], address, each.line, handlers=(_call(each),))
        for each in exported.imports
        if (name := each.alias) in methods and each.kind == "export" and each.name and name not in own_names
    ]


def _call(each: Import) -> Call:
    """Return what a name that a file gives calls; that of another module is looked for by its own."""
    return Call(NO_OWNER, each.alias if each.source else each.name, "bare", each.line)


def _by_default(method: str, address: str, exported: Exported) -> list[Route]:
    """Return the route of what a file gives by default."""
    if exported.default is not None:
        line, end_line = exported.default
        return [Route(NO_OWNER, "serves", method, address, line, end_line=end_line)]
    names = [each.line for each in exported.imports if each.alias == WHOLE and each.kind == "export"]
    names += [each.start_line for each in exported.definitions if each.name == WHOLE and not each.parent]
    return [
        Route(NO_OWNER, "serves", method, address, line, handlers=(Call(NO_OWNER, WHOLE, "bare", line),))
        for line in names[:1]
    ]


def _bracketed(path: str) -> str:
    """Return the address of ``(shop)/items/[id]/index``."""
    return "/" + "/".join(_parts(_GROUP.sub("", _BRACKETS.sub(_parameter, path)).split("/")))


def _parameter(match: re.Match[str]) -> str:
    return "{" + (match[1] or "path") + "}"


def _parts(parts: Sequence[str]) -> Iterator[str]:
    for at, each in enumerate(parts):
        if each and not (at == len(parts) - 1 and each in _INDEX):
            yield each


def _is_route(path: str) -> bool:
    """Return whether a file below ``routes`` has an address of its own: a layout or a part of a page has none."""
    last = path.rpartition("/")[2].rpartition(".")[2]
    is_apart = last in _APART or (last.startswith("_") and last not in _INDEX)
    return not is_apart and not any(each.startswith("+") for each in path.split("/"))


def _dotted(path: str) -> str:
    """Return the address of ``_auth.users_.$id/route``: a part that begins with ``_`` is none of it."""
    escaped = _ESCAPED.sub(lambda each: each[1].replace(".", _DOT), path)
    folders = [each.removesuffix("+") for each in escaped.split("/")]
    parts = _parts([part for each in folders for part in each.split(".")])
    named = (each.strip("()").removesuffix("_") for each in parts if not each.startswith("_"))
    whole = ("{" + (each[1:] or "path") + "}" if each.startswith("$") else each for each in named)
    return "/" + "/".join(whole).replace(_DOT, ".")
