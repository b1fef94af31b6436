"""What the file of a rock says: which modules it has, and which rocks it needs."""

import re
from collections.abc import Iterator, Sequence
from posixpath import normpath

from tree_sitter import Node

from indexer.facts.model import FileFacts
from indexer.facts.project_model import Project
from indexer.facts.syntax import Match, text_of
from indexer.languages.lua.syntax import MODULE, module_key, plain_string

ENDING = ".rockspec"
KIND = "rockspec"

_ROCK = re.compile(r"\s*(?:[\w-]+/)?(?P<name>[A-Za-z][\w.-]*)")

OF_MODULES = {
    "cjson": "lua-cjson",
    "lfs": "luafilesystem",
    "mime": "luasocket",
    "pl": "penlight",
    "re": "lpeg",
    "socket": "luasocket",
    "ssl": "luasec",
    "term": "lua-term",
    "yaml": "lyaml",
    "zlib": "lua-zlib",
}
"""Modules whose rock has another name."""


def project_of(query_matches: Sequence[Match]) -> Project:
    """Return what a rock needs, and its modules as ``key=path``."""
    packages: dict[str, None] = {}
    modules: list[str] = []
    for match in query_matches:
        if match.role != "def.assigned":
            continue
        names, values = _sides(match.node)
        name = text_of(names)
        if name in {"dependencies", "test_dependencies", "build_dependencies"} and values is not None:
            rocks = (
                _ROCK.match(plain_string(each.child_by_field_name("value"))) for each in values.named_children
            )
            packages.update((each["name"].lower(), None) for each in rocks if each is not None)
        elif name == "build" and values is not None:
            modules += _modules(values)
    packages.pop("lua", None)
    return Project(KIND, packages=tuple(packages), paths=tuple(modules))


def _sides(statement: Node) -> tuple[Node | None, Node | None]:
    """Return the first name and the first table of an assignment."""
    listed = {each.type: each for each in statement.named_children}
    names, values = listed.get("variable_list"), listed.get("expression_list")
    first = values.named_children[0] if values is not None and values.named_children else None
    name = names.child_by_field_name("name") if names is not None else None
    return name, first if first is not None and first.type == "table_constructor" else None


def _modules(build: Node) -> Iterator[str]:
    for each in build.named_children:
        table = each.child_by_field_name("value")
        if text_of(each.child_by_field_name("name")) == "modules" and table is not None:
            for pair in table.named_children:
                name, path = pair.child_by_field_name("name"), plain_string(pair.child_by_field_name("value"))
                key = module_key(plain_string(name) or text_of(name)) if name is not None else ""
                if key and path.endswith(".lua"):
                    yield f"{key}={normpath(path)}"


class Rocks:
    """Knows the rocks of a root.

    Attributes:
        modules: key of a module -> paths that a rock may have it at.
    """

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.modules: dict[str, list[str]] = {}
        self._needed: dict[str, set[str]] = {}
        for each in files:
            if each.project is None or each.project.kind != KIND:
                continue
            folder = each.path.rpartition("/")[0]
            around = [folder, folder.rpartition("/")[0]] if folder.endswith("rockspecs") else [folder]
            for top in around:
                self._needed.setdefault(top, set()).update(each.project.packages)
                for rule in each.project.paths:
                    key, _, path = rule.partition("=")
                    self.modules.setdefault(key, []).append(normpath(f"{top}/{path}").lstrip("/"))

    def of(self, path: str, key: str) -> str:
        """Return the rock outside that a module is of, where the rock around a file needs it; else empty."""
        top = key.removeprefix(MODULE).partition("/")[0].lower()
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            needed = self._needed.get(folder)
            if needed is not None:
                return next((each for each in (top, OF_MODULES.get(top, ""), f"lua-{top}") if each in needed), "")
        return ""
