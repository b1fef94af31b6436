"""The languages and formats that Dowse knows.

Each one is a folder of ``indexer/languages``. Its ``language.json`` describes it to every part of the program: the
indexer reads from it how files are recognised, parsed and linked, search how ``lang:`` values are spelled, and the
window what a language is called and which tile stands for it. To add a language, add a folder.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

FOLDER = Path(__file__).resolve().parent.parent / "indexer" / "languages"
"""Holds a folder for each language; only its data files are read from here."""

DESCRIPTION = "language.json"

TEMPLATES = (
    *(".html", ".htm", ".xhtml", ".phtml", ".blade.php", ".jsp", ".erb", ".haml", ".slim", ".pug", ".twig"),
    *(".njk", ".eex", ".heex", ".leex", ".ftl", ".j2", ".jinja", ".jinja2", ".tmpl", ".gohtml", ".hbs", ".ejs"),
    *(".mustache", ".liquid"),
)
"""Ends of the names of files that may be templates."""


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a description; a field that is not listed here is an error."""


class Comments(_Value, frozen=True):
    """What begins a comment that ends with its line, and what surrounds any other."""

    line: str = "//"
    blocks: tuple[tuple[str, str], ...] = (("/*", "*/"),)


class Tile(_Value, frozen=True):
    """The coloured letters that stand for files of a language; colours as ``#RRGGBB``.

    Attributes:
        letters: at most three.
        base: of the background, which is drawn translucent.
        light: of the letters in the light theme.
        dark: of the letters in the dark theme.
    """

    letters: str
    base: str
    light: str
    dark: str


class Grammar(_Value, frozen=True):
    """A grammar of tree-sitter.

    Attributes:
        package: the Python package that holds it.
        function: the function of that package that returns it.
        queries: languages whose ``queries.scm`` are joined into the query; the language's own when empty.
        prepare: entry of a function that blanks what the grammar cannot parse.
        second_attempt: entry of a function that blanks more of a source that has errors.
    """

    package: str
    function: str = "language"
    queries: tuple[str, ...] = ()
    prepare: str = ""
    second_attempt: str = ""


class Definitions(_Value, frozen=True):
    """How the shared reader `indexer.languages.outlined` reads the definitions of a language.

    Attributes:
        prefix: what identifiers begin with.
        comments: what a comment line above a definition begins with.
        joint: between the parts of a qualified name.
        in_pieces: a function is written as several equations or clauses, one below the other.
        body_beside: the body of a function is a sibling of the node that defines it. Looking for it is slow where
            many definitions are siblings.
    """

    prefix: str
    comments: tuple[str, ...] = ("//", "/*", "*", "@")
    joint: str = "."
    in_pieces: bool = False
    body_beside: bool = False


class Language(_Value, frozen=True, kw_only=True):
    """One language or format. An entry is ``package.module:name`` and is imported when it is first needed.

    Attributes:
        name: the name of its folder, as the index stores it.
        label: its name in the window.
        extensions: lower-case, without the dot.
        file_names: lower-case names of files that are in this language whatever their extension.
        file_prefixes: beginnings of such names.
        interpreters: programs that a first line with ``#!`` names, without a version.
        aliases: other values that ``lang:`` takes for it.
        document: prose for people rather than code or data; ``markdown`` where the parsed text marks headings with
            ``#``.
        comments: how comments are written.
        tile: what stands for its files in the window; None for grey letters of the extension.
        coverage: how much of it the graph knows: dependencies, definitions, or none of a program's dependencies;
            empty where there are none to know.
        version: raised when its own extractor gives other facts for the same bytes; files of other languages are
            not read again.
        grammar: for the languages that tree-sitter parses.
        extractor: entry of the function that returns a file's facts.
        reads_outline: whether the extractor takes ``outline=True``, which gives the definitions alone.
        outline_scanner: entry of a function that finds definitions without a parse, or returns None when unsure.
        definitions: for the languages of the shared reader of definitions.
        modules: entry of the `ModuleFinder` of its family of languages.
        routes: entry of a function that hands on the routes of a `LinkContext`, where no module finder does.
        linker: entry of a function that adds its part of the graph from a `LinkContext`.
    """

    name: str = ""
    label: str = ""
    extensions: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    file_prefixes: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    document: Literal["", "plain", "markdown"] = ""
    comments: Comments = Comments()
    tile: Tile | None = None
    coverage: Literal["", "full", "definitions", "none"] = ""
    version: int = 0
    grammar: Grammar | None = None
    extractor: str = ""
    reads_outline: bool = True
    outline_scanner: str = ""
    definitions: Definitions | None = None
    modules: str = ""
    routes: str = ""
    linker: str = ""


@cache
def languages() -> Mapping[str, Language]:
    """Return every language by its name, in alphabetical order.

    Raises:
        msgspec.ValidationError: a description has an unknown field or a value of another type.
    """
    decoder = msgspec.json.Decoder(Language)
    with os.scandir(FOLDER) as entries:
        folders = sorted((each.name, each.path) for each in entries)
    descriptions: dict[str, Language] = {}
    for name, folder in folders:
        try:
            with open(f"{folder}/{DESCRIPTION}", "rb") as file:  # noqa: PTH123 -- a Path for each takes 10 ms
                language = decoder.decode(file.read())
        except (FileNotFoundError, NotADirectoryError):
            continue  # a module that languages share
        descriptions[name] = replace(language, name=name, label=language.label or name.capitalize())
    return descriptions


def is_template(path: str) -> bool:
    """Return whether a file may be a template: what it loads, and which code shows it, is not read."""
    return path.lower().endswith(TEMPLATES)


@cache
def language_by_extension() -> Mapping[str, str]:
    """Return lower-case extension without its dot -> language."""
    return {extension: each.name for each in languages().values() for extension in each.extensions}


@cache
def language_by_alias() -> Mapping[str, str]:
    """Return every lower-case value of ``lang:`` that is not a language's own name -> language."""
    return {alias: each.name for each in languages().values() for alias in each.aliases}


def query_text(language: Language) -> str:
    """Return the tree-sitter query of a language that has a grammar."""
    names = (language.grammar.queries if language.grammar else ()) or (language.name,)
    return "\n".join((FOLDER / name / "queries.scm").read_text(encoding="utf-8") for name in names)
