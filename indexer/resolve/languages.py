"""The languages with modules, each with its rules."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.resolve.c_includes import CIncludes
from indexer.resolve.go_packages import GoPackages
from indexer.resolve.java_packages import JavaPackages
from indexer.resolve.javascript_modules import JavaScriptModules
from indexer.resolve.modules import ModuleFinder
from indexer.resolve.python_modules import PythonModules
from indexer.resolve.rust_modules import RustModules


def finders(facts: Sequence[FileFacts]) -> list[ModuleFinder]:
    """Return the rules of every family of languages over these files."""
    return [
        PythonModules(each.path for each in facts),
        JavaScriptModules(facts),
        JavaPackages(facts),
        GoPackages(facts),
        RustModules(facts),
        CIncludes(facts),
    ]
