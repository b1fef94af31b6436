"""The languages with modules, each with its rules."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.languages.c.includes import CIncludes
from indexer.languages.go.packages import GoPackages
from indexer.languages.java.packages import JavaPackages
from indexer.languages.javascript.modules import JavaScriptModules
from indexer.languages.python.modules import PythonModules
from indexer.languages.rust.modules import RustModules
from indexer.linking.modules import ModuleFinder


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
