"""Loads the scripts of packaging/, which is no package: a library has that name."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).parents[3]


def script(path: str) -> ModuleType:
    """Return a script of packaging/, such as ``freeze/build.py``, newly loaded as a module."""
    return module_at(REPOSITORY / "packaging" / path)


def module_at(file: Path) -> ModuleType:
    """Return a file of Python source or bytecode, newly loaded as a module."""
    spec = importlib.util.spec_from_file_location(f"dowse_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
