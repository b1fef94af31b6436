import pytest

from indexer.discovery.languages import extension_of, language_of
from resources.languages import language_by_extension


@pytest.mark.parametrize(
    ("path", "first_line", "language"),
    [
        ("a.py", "", "python"),
        ("src/Cart.cs", "", "csharp"),
        ("A.SQL", "", "sql"),
        ("a.ts", "", "typescript"),
        ("a.tsx", "", "tsx"),
        ("a.jsx", "", "javascript"),
        ("a.kt", "", "kotlin"),
        ("a.zig", "", "zig"),
        ("a.h", "", "c"),
        ("a.hpp", "", "cpp"),
        ("Dockerfile", "", "dockerfile"),
        ("Dockerfile.dev", "", "dockerfile"),
        ("deep/Makefile", "", "make"),
        ("CMakeLists.txt", "", "cmake"),
        ("notes.txt", "", "text"),
        ("run", "#!/usr/bin/env python3", "python"),
        ("run", "#!/usr/bin/env -S node --harmony", "javascript"),
        ("run", "#!/bin/bash -e", "bash"),
        ("run", "#!/usr/bin/python3.11", "python"),
        ("run", "#! /usr/bin/perl -w", "perl"),
        ("run", "#!/opt/unheard-of", "text"),
        ("run", "#!", "text"),
        ("run", "", "text"),
        ("a.unheardof", "", "text"),
        ("a.rb", "#!/usr/bin/env python3", "ruby"),
        ("book.ipynb", "", "notebook"),
    ],
)
def test_the_name_tells_the_language_and_the_first_line_where_it_does_not(
    path: str, first_line: str, language: str
) -> None:
    assert language_of(path, first_line) == language


def test_many_extensions_are_known() -> None:
    assert len(language_by_extension()) > 150


@pytest.mark.parametrize(
    ("path", "ext"),
    [
        ("a/b.PY", "py"),
        (".gitignore", ""),
        ("a.tar.gz", "gz"),
        ("Makefile", ""),
        ("a.", ""),
        ("b.d/", "d"),
        ("b.d/c", ""),
    ],
)
def test_the_extension_is_the_last_one_in_lower_case(path: str, ext: str) -> None:
    assert extension_of(path) == ext
