"""JavaScript and TypeScript: which file a module name means."""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.model import FileFacts, Import
from indexer.facts.project_model import Project
from indexer.languages.javascript.packages import Packages
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

EXTENSIONS = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte")
"""In the order in which a compiler tries them, a bundler those of components last."""

WRITTEN_FOR = {".js": (".ts", ".tsx", ".d.ts"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""A name that ends so may mean the source it is compiled from."""

SCRIPTS = (".js", ".jsx", ".mjs", ".cjs")
"""Files that take no types from others."""

BUILT_IN = frozenset(
    (
        *(
            "assert",
            "async_hooks",
            "buffer",
            "child_process",
            "cluster",
            "console",
            "constants",
            "crypto",
            "dgram",
            "dns",
        ),
        *(
            "events",
            "fs",
            "http",
            "http2",
            "https",
            "inspector",
            "module",
            "net",
            "os",
            "path",
            "perf_hooks",
            "process",
        ),
        *(
            "punycode",
            "querystring",
            "readline",
            "repl",
            "stream",
            "string_decoder",
            "test",
            "timers",
            "tls",
            "tty",
        ),
        *("url", "util", "v8", "vm", "wasi", "worker_threads", "zlib"),
    )
)
"""Modules that come with Node.js."""

RECORD_METHODS = frozenset(
    (
        *("build", "create", "findByPk", "findOne", "findOneBy", "findOneByOrFail", "findOneById"),
        *("findOneOrFail", "merge"),
    )
)
"""Static methods of models of Sequelize and TypeORM that give an object of the class."""

LIST_METHODS = frozenset(("bulkCreate", "find", "findAll", "findBy"))
"""The same of those that give a list of them."""

MAX_EXTENDS = 5


class JavaScriptModules(ModuleFinder):
    """Relative names, ``paths`` of tsconfig files, workspace packages, index files."""

    languages = frozenset(("javascript", "typescript", "tsx", "vue", "svelte"))
    self_names = frozenset(("this",))
    has_callable_variables = True
    has_getters = True
    whole = "default"
    constructors = ("constructor",)
    record_methods = RECORD_METHODS
    list_methods = LIST_METHODS

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._files = {each.path for each in facts}
        self._configs: dict[str, Project] = {}
        self._mains: dict[str, Project] = {}
        self._packages = Packages()
        self._workspaces: dict[str, tuple[str, Project]] = {}
        for each in facts:
            folder = folder_of(each.path)
            if each.project is not None and each.project.kind == "tsconfig":
                self._configs[each.path] = each.project
            elif each.project is not None and each.project.kind == "package.json":
                self._mains[folder] = each.project
                self._packages.enter(folder, each.project)
                if each.project.name:
                    self._workspaces.setdefault(each.project.name, (folder, each.project))
        self._rules: dict[str, list[tuple[str, str]]] = {}

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file a module name means."""
        source = each.source.partition("?")[0]
        file = self._resolve(source, facts.path)
        return Target(file, each.name) if file else OUTSIDE

    def _resolve(self, source: str, path: str) -> str:
        if source.startswith((".", "/")):
            base = "" if source.startswith("/") else folder_of(path)
            return self._file(joined(base, source), path)
        for pattern, target in self._path_rules(folder_of(path)):
            file = self._by_rule(pattern, target, source, path)
            if file:
                return file
        folder = folder_of(path)
        rule = self._packages.own if source.startswith("#") else self._packages.aliased
        file = self._first((joined(home, target) for home, target in rule(folder, source)), path)
        return file or self._workspace(source, path)

    def _by_rule(self, pattern: str, target: str, source: str, path: str) -> str:
        if "*" not in pattern:
            return self._file(target, path) if source == pattern else ""
        before, _, after = pattern.partition("*")
        if not (source.startswith(before) and source.endswith(after) and len(source) >= len(before) + len(after)):
            return ""
        matched = source[len(before) : len(source) - len(after)]
        return self._file(normpath(target.replace("*", matched)), path)

    def _path_rules(self, folder: str) -> list[tuple[str, str]]:
        """Return the rules of the nearest tsconfig that has some, longest pattern first."""
        if folder not in self._rules:
            names = (
                f"{folder}/{name}".lstrip("/") for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
            )
            rules = next((rules for name in names if (rules := self._rules_of(name, MAX_EXTENDS))), [])
            above = folder_of(folder)
            self._rules[folder] = rules or (self._path_rules(above) if folder else [])
        return self._rules[folder]

    def _rules_of(self, config: str, hops: int) -> list[tuple[str, str]]:
        project = self._configs.get(config)
        if project is None or hops == 0:
            return []
        rules = [
            (pattern, joined(project.base, target))
            for pattern, _, target in (p.partition("=") for p in project.paths)
        ]
        rules.sort(key=lambda rule: (-len(rule[0].partition("*")[0]), rule[0]))
        if "baseUrl" in project.usings:
            rules.append(("*", joined(project.base, "*")))
        for parent in project.references if not rules else ():
            rules = rules or self._rules_of(parent, hops - 1) or self._rules_of(f"{parent}.json", hops - 1)
        return rules

    def _workspace(self, source: str, path: str) -> str:
        name = package_name(source)
        if name not in self._workspaces:
            return ""
        folder, project = self._workspaces[name]
        inner = source[len(name) :].lstrip("/")
        exported = list(self._packages.exported(folder, f"./{inner}" if inner else "."))
        if inner:
            return self._first((joined(folder, each) for each in (*exported, inner, f"src/{inner}")), path)
        inside = ("src/index", project.base, *exported, "index")
        return self._source(self._first((joined(folder, each) for each in inside if each), path), path)

    def _first(self, paths: Iterable[str], origin: str) -> str:
        return next((file for each in paths if (file := self._file(each, origin))), "")

    def _file(self, base: str, origin: str) -> str:
        """Return the file for a path without or with another extension, or a folder's index."""
        base = "" if base == "." else base
        if base in self._files and base != origin:
            return base
        stem, extension = base[: -len(suffix)] if (suffix := PurePosixPath(base).suffix) else base, suffix
        candidates = [stem + other for other in WRITTEN_FOR.get(extension, ())]
        candidates += [base + other for other in EXTENSIONS if base]
        main = self._mains.get(base)
        if main is not None and main.base:
            candidates += [joined(base, main.base), *(joined(base, main.base) + other for other in EXTENSIONS)]
        candidates += [joined(base, f"index{other}") for other in EXTENSIONS]
        file = next((each for each in candidates if each in self._files and each != origin), "")
        return self._source(file, origin) if origin.endswith(SCRIPTS) else file

    def _source(self, file: str, origin: str) -> str:
        """Return the source beside a file that only describes its types."""
        source = f"{file.removesuffix('.d.ts')}.js" if file.endswith(".d.ts") else file
        return source if source in self._files and source != origin else file

    def depends_on(self, path: str, packages: Sequence[str]) -> bool:
        """Return whether a package around a file depends on one of these, or on one of these scopes."""
        return self._packages.depend_on(folder_of(path), packages)

    def external(self, facts: FileFacts, each: Import) -> External | None:
        """Return the npm package; None for the modules of Node.js and for missing files."""
        source = each.source
        if re.match(r"[./#]|node:|[a-z]+:|@/|~", source) or not source:
            return None
        name = package_name(source)
        if name in BUILT_IN or name in self._workspaces or facts.language not in self.languages:
            return None
        return External("npm", name)


def folder_of(path: str) -> str:
    """Return the folder of a path; empty for the root."""
    return path.rpartition("/")[0]


def joined(folder: str, relative: str) -> str:
    """Return a path below a folder, dots taken out."""
    return normpath(f"{folder}/{relative.lstrip('/')}".lstrip("/")) if folder or relative else ""


def package_name(source: str) -> str:
    """Return ``@scope/name`` or ``name`` of a module name."""
    parts = source.split("/")
    return "/".join(parts[:2]) if source.startswith("@") else parts[0]
