"""What project and build files say: settings for the files below their folder."""

from indexer.facts.fact import Fact


class SourceRule(Fact, frozen=True):
    """Which source files a project takes in, or leaves out.

    Attributes:
        pattern: a path with ``*``, ``**`` and ``?``, from the project's folder, or after ``/`` from the root.
        excluded: patterns of files that are not meant.
    """

    pattern: str
    is_removed: bool = False
    excluded: tuple[str, ...] = ()


class Project(Fact, frozen=True):
    """The settings of a project file for the files below its folder.

    Attributes:
        kind: ``csproj``, ``tsconfig``, ``package.json``, ``go.mod``, ``Cargo.toml`` ...
        name: of the project, module or package.
        references: paths of other project files.
        packages: external packages.
        usings: namespaces that every file sees; of a package in the edition 2015 of Rust ``crate``.
        paths: rules ``pattern=target`` for module names; of a ``package.json`` its ``imports`` and ``exports``.
        base: folder that ``paths`` start from.
        sources: what a build file says about source files, in order.
        imports: paths of build files whose text is inserted there.
        assemblies: names of built libraries that it refers to.
        sdk: that a project is built with, without its version.
        implicit_usings: what it says of the namespaces that its SDK may bring in: ``enable`` or ``disable``.
    """

    kind: str
    name: str = ""
    references: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    usings: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    base: str = ""
    sources: tuple[SourceRule, ...] = ()
    imports: tuple[str, ...] = ()
    assemblies: tuple[str, ...] = ()
    sdk: str = ""
    implicit_usings: str = ""
