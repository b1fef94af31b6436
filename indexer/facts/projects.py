"""Project files: the names that the files below them may use."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.build_files import SUFFIXES, build_file
from indexer.facts.model import FileFacts
from indexer.facts.project_model import Project
from indexer.types import ParsedFile

MOST_NAMED = 3
"""Paths that a problem lists."""

OLD_EDITION = "2015"
"""Edition of Rust of a package that names none; the paths of its ``use`` begin at the root of the crate."""

MOST_SUBPATHS = 2000
"""Rules of a ``package.json`` for modules of its package that are read."""

MOST_CONDITIONS = 6
"""Depth of conditions inside of each other (``{"node": {"import": ...}}``) in such a rule."""

WEB_CONFIG = "web.config"
"""Settings of a site of ASP.NET; the namespaces in them hold for the pages in their folder and below."""

PUBSPEC = "pubspec.yaml"
"""Describes a package of Dart."""

_ENDS = (*SUFFIXES, ".json", "go.mod", "Cargo.toml", "eb.config", PUBSPEC)
"""Of the names of files that may say something of a project; no more of any other is looked at."""


def is_project_file(path: str) -> bool:
    """Return whether a file may say something of a project, by its name."""
    return path.endswith(_ENDS)


def is_build_file(path: str) -> bool:
    """Return whether a file is one of .NET's build files."""
    return path.endswith(SUFFIXES)


def project_facts(parsed: ParsedFile) -> FileFacts | None:
    """Return the facts of a project file, or None when it is none."""
    if not is_project_file(parsed.path):
        return None
    path = PurePosixPath(parsed.path)
    try:
        project = _project(path, parsed.text)
    except (ValueError, RecursionError) as exc:
        problem = f"project: {path.name} cannot be read: {' '.join(str(exc).split())}"
        project = Project(path.suffix.lstrip("."), path.stem) if path.suffix in SUFFIXES else None
        return FileFacts(path=parsed.path, language=parsed.language, problems=(problem,), project=project)
    if project is None:
        return None
    return FileFacts(path=parsed.path, language=parsed.language, project=project, problems=_outside(path, project))


def _outside(path: PurePosixPath, project: Project) -> tuple[str, ...]:
    """Return the files that a build file includes from outside the indexed folder, as a problem of the file."""
    sources = (each.pattern for each in project.sources)
    from_root = (each[1:] if each.startswith("/") else normpath(f"{path.parent}/{each}") for each in sources)
    named = (*project.references, *project.imports, *from_root)
    outside = [each for each in dict.fromkeys(named) if each.startswith("../")]
    if path.suffix not in SUFFIXES or not outside:
        return ()
    more = f" and {len(outside) - MOST_NAMED} more" if len(outside) > MOST_NAMED else ""
    shown = ", ".join(outside[:MOST_NAMED])
    return (f"project: {path.name} names what lies outside of the indexed folder: {shown}{more}",)


def _project(path: PurePosixPath, text: str) -> Project | None:
    name = path.name
    if path.suffix in SUFFIXES:
        if "<Project" not in text:
            raise ValueError("there is no element <Project> in it")
        return build_file(path, text)
    if re.fullmatch(r"(?:ts|js)config(?:\.[\w.-]+)?\.json", name):
        return _tsconfig(path, text)
    reader = _READERS.get(name.lower() if name.lower() == WEB_CONFIG else name)
    return reader(text) if reader is not None else None


def _web_config(text: str) -> Project | None:
    """Return the namespaces that pages below see, or None where it names none."""
    listed = re.search(r"<namespaces>(.{0,20000}?)</namespaces>", text, re.DOTALL)
    names = re.findall(r"<add\s+namespace\s*=\s*\"([\w.]+)\"", listed[1]) if listed else []
    return Project(WEB_CONFIG, usings=tuple(names)) if names else None


def without_comments(text: str) -> str:
    """Return JSON without comments and trailing commas, strings left alone."""
    pattern = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)
    once = pattern.sub(lambda match: match.group(1) or "", text)
    return pattern.sub(lambda match: match.group(1) or "", once)


def _tsconfig(path: PurePosixPath, text: str) -> Project:
    value = json.loads(without_comments(text))
    options = value.get("compilerOptions") if isinstance(value, dict) else None
    options = options if isinstance(options, dict) else {}
    base = str(options.get("baseUrl") or "")
    paths = options.get("paths")
    rules = [
        f"{pattern}={target}"
        for pattern, targets in (paths.items() if isinstance(paths, dict) else ())
        for target in (targets if isinstance(targets, list) else ())
    ]
    parent = value.get("extends") if isinstance(value, dict) else None
    extended = [parent] if isinstance(parent, str) and parent.startswith(".") else []
    return Project(
        kind="tsconfig",
        references=tuple(normpath(f"{path.parent}/{each}") for each in extended),
        paths=tuple(rules),
        base=normpath(f"{path.parent}/{base}") if base or rules else "",
        usings=("baseUrl",) if base else (),
    )


def _package_json(text: str) -> Project:
    value = json.loads(without_comments(text))
    value = value if isinstance(value, dict) else {}
    names: set[str] = set()
    for group in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        entries = value.get(group)
        names.update(entries if isinstance(entries, dict) else ())
    entry = next(
        (value[key] for key in ("source", "module", "main", "types") if isinstance(value.get(key), str)), ""
    )
    rules = [*_subpaths(value.get("imports"), "#"), *_subpaths(value.get("exports"), ".")]
    name = str(value.get("name") or "")
    return Project("package.json", name, packages=tuple(sorted(names)), paths=tuple(rules), base=entry)


def _subpaths(rules: object, sign: str) -> list[str]:
    """Return the rules ``pattern=target`` of ``imports`` (``#`` begins them) and of ``exports`` (``.`` does)."""
    is_listed = isinstance(rules, dict) and all(key.startswith(sign) for key in rules)
    listed = rules if isinstance(rules, dict) and is_listed else {".": rules} if sign == "." else {}
    written = ((key, target) for key, value in listed.items() for target in _targets(value, MOST_CONDITIONS))
    return [f"{key}={target}" for key, target in islice(dict.fromkeys(written), MOST_SUBPATHS)]


def _targets(value: object, depth: int) -> Iterator[str]:
    """Yield the files of this package that a rule names under any condition, in their order."""
    if isinstance(value, str):
        yield from (value,) if value.startswith("./") else ()
    elif depth:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for each in inner:
            yield from _targets(each, depth - 1)


def _go_mod(text: str) -> Project:
    module = re.search(r"^module\s+(\S+)", text, re.MULTILINE)
    return Project("go.mod", module.group(1) if module else "", packages=tuple(_go_requires(text)))


def _go_requires(text: str) -> list[str]:
    return re.findall(r"^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+v\d", text, re.MULTILINE)


def _cargo(text: str) -> Project:
    value = tomllib.loads(text)
    package = value.get("package")
    names: set[str] = set()
    for group in ("dependencies", "dev-dependencies", "build-dependencies"):
        entries = value.get(group)
        names.update(entries if isinstance(entries, dict) else ())
    package = package if isinstance(package, dict) else {}
    name = str(package.get("name") or "").replace("-", "_")
    is_old = bool(name) and package.get("edition", OLD_EDITION) == OLD_EDITION
    return Project("Cargo.toml", name, packages=tuple(sorted(names)), usings=("crate",) if is_old else ())


def _pubspec(text: str) -> Project:
    """Return the name of a package of Dart, and those that it depends on."""
    name = re.search(r"^name:[ \t]*[\"']?(\w+)", text, re.MULTILINE)
    packages: set[str] = set()
    group, indent = "", 0
    for line in text.splitlines():
        entry = re.match(r"( *)([A-Za-z_]\w*):", line)
        if entry is None:
            continue
        if not entry[1]:
            group, indent = entry[2], 0
        elif group in {"dependencies", "dev_dependencies", "dependency_overrides"}:
            indent = indent or len(entry[1])
            if len(entry[1]) == indent:
                packages.add(entry[2])
    return Project(PUBSPEC, name[1] if name else "", packages=tuple(sorted(packages)))


_READERS: dict[str, Callable[[str], Project | None]] = {
    "package.json": _package_json,
    "go.mod": _go_mod,
    "Cargo.toml": _cargo,
    PUBSPEC: _pubspec,
    WEB_CONFIG: _web_config,
}
"""Files that a name alone tells -> what reads them."""
