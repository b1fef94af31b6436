"""Build files of .NET: projects, shared projects and their imports, read without running a build.

What only a build knows is taken as it most often is: items under a condition are included and never removed, and a
property counts where the file itself gives it a value.
"""

import re
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.project_model import Project, SourceRule

SUFFIXES = (".csproj", ".sqlproj", ".props", ".targets", ".projitems")
OWN_FOLDER = ("$(MSBuildThisFileDirectory)", "$(MSBuildProjectDirectory)")
"""Properties for the folder of the file itself, and for that of the project."""

_PROPERTY = re.compile(r"<(\w+)>([^<>$]{1,300})</\1>")
_SDK = re.compile(r'<Project\s[^>]*?Sdk="([^"/]+)')
_IMPLICIT_USINGS = re.compile(r"<ImplicitUsings>\s*(\w+)\s*</ImplicitUsings>")
_REFERENCE = re.compile(r"\$\((\w+)\)")
_ELEMENT = re.compile(r"<(/?ItemGroup|Compile|Import)\b([^<>]*)>")
_ATTRIBUTE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


def build_file(path: PurePosixPath, text: str) -> Project:
    """Return the references, packages, usings and source files of a build file."""
    folder = str(path.parent)
    references = re.findall(r'<ProjectReference\s+[^>]*?Include="([^"]+)"', text)
    # A database is called as its project, whatever the file that it is built into.
    name = re.search(r"<AssemblyName>([^<$]+)</AssemblyName>", text) if path.suffix != ".sqlproj" else None
    rules, imports = _items(path, text)
    sdk, implicit_usings = (pattern.search(text) for pattern in (_SDK, _IMPLICIT_USINGS))
    return Project(
        kind=path.suffix.lstrip("."),
        name=name.group(1).strip() if name else path.stem,
        references=tuple(normpath(f"{folder}/{each}".replace("\\", "/")) for each in references),
        assemblies=tuple(_assemblies(text)),
        packages=tuple(re.findall(r'<PackageReference\s+[^>]*?Include="([^"]+)"', text)),
        usings=tuple(re.findall(r'<Using\s+[^>]*?Include="([^"]+)"', text)),
        sources=tuple(rules),
        imports=tuple(imports),
        sdk=sdk[1].strip() if sdk else "",
        implicit_usings=implicit_usings[1].lower() if implicit_usings else "",
    )


def _assemblies(text: str) -> list[str]:
    """Return the names of built libraries that are referred to, in lower case and without their versions."""
    written = re.findall(r'<Reference\s+[^>]*?Include="([^"]+)"', text)
    names = (each.partition(",")[0].strip().lower() for several in written for each in several.split(";"))
    return [each for each in dict.fromkeys(names) if each and "$" not in each]


def _items(path: PurePosixPath, text: str) -> tuple[list[SourceRule], list[str]]:
    """Return the rules for source files in their order, and the build files that are imported."""
    values = {name: value.strip() for name, value in _PROPERTY.findall(text)}
    rules: list[SourceRule] = []
    imports: list[str] = []
    is_conditional = False
    for tag, written in _ELEMENT.findall(text):
        attributes = dict(_ATTRIBUTE.findall(written))
        if tag.endswith("ItemGroup"):
            is_conditional = "Condition" in attributes
        elif tag == "Import":
            imports += [_from(path, each) for each in _listed(attributes.get("Project", ""), values)]
        else:
            excluded = tuple(_listed(attributes.get("Exclude", ""), values))
            rules += [
                SourceRule(_anchored(path, each), excluded=tuple(_anchored(path, other) for other in excluded))
                for each in _listed(attributes.get("Include", ""), values)
            ]
            if not is_conditional and "Condition" not in attributes:
                removed = _listed(attributes.get("Remove", ""), values)
                rules += [SourceRule(_anchored(path, each), is_removed=True) for each in removed]
    return rules, imports


def _listed(written: str, values: dict[str, str]) -> list[str]:
    """Return the paths of a list, with known properties replaced."""
    replaced = _REFERENCE.sub(lambda match: values.get(match.group(1), match.group()), written)
    return [each.strip().replace("\\", "/") for each in replaced.split(";") if each.strip()]


def _anchored(path: PurePosixPath, pattern: str) -> str:
    """Return a pattern, from the root of the index with ``/`` before it where it starts at this file's folder."""
    this, project = OWN_FOLDER
    if pattern.startswith(this):
        return "/" + normpath(f"{path.parent}/{pattern.removeprefix(this).lstrip('/')}")
    return pattern.removeprefix(project).lstrip("/")


def _from(path: PurePosixPath, imported: str) -> str:
    """Return the path of an imported file."""
    anchored = _anchored(path, imported)
    return anchored.lstrip("/") if anchored.startswith("/") else normpath(f"{path.parent}/{anchored}")
