"""Imports a package without modules of it that are seldom used; they are loaded when a name of theirs is."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Around = Callable[[], AbstractContextManager[None]]
"""The context in which a module is loaded."""


@contextmanager
def lazy_import(modules: Sequence[str], around: Around = nullcontext) -> Iterator[None]:
    """Import the package inside this context; modules that were imported before are unchanged.

    Args:
        modules: modules to delay, with their submodules. Nothing may inherit from their classes.
        around: context in which they are loaded.
    """
    finder = _Postponing([name for name in modules if name not in sys.modules], around)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.deferred:
            del sys.modules[name]  # so that the first use finds the real one


class LazyAttribute:
    """A name of a module that is not loaded yet; to call it, or to look into it, loads the module."""

    def __init__(self, module: str, name: str, around: Around) -> None:
        self._module = module
        self._name = name
        self._around = around

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the real one."""
        return self._real()(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the real one."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._real(), name)

    def __instancecheck__(self, value: object) -> bool:
        """Return whether the value is one of the real class."""
        return isinstance(value, self._real())

    def __getitem__(self, _item: Any) -> "LazyAttribute":
        """Stay what it is: an annotation with parameters."""
        return self

    def __or__(self, _other: Any) -> "LazyAttribute":
        """Stay what it is: an annotation with alternatives."""
        return self

    def __get_pydantic_core_schema__(self, _source: Any, handler: Callable[[Any], Any]) -> Any:
        """Return the schema of the real one."""
        return handler(self._real())

    def _real(self) -> Any:
        with self._around():
            return getattr(import_module(self._module), self._name)


class _PostponedModule(ModuleType):
    """A module whose names are all `LazyAttribute`."""

    def __init__(self, name: str, around: Around) -> None:
        super().__init__(name)
        self._around = around

    def __getattr__(self, name: str) -> LazyAttribute:
        if name.startswith("__"):
            raise AttributeError(name)
        later = LazyAttribute(self.__name__, name, self._around)
        setattr(self, name, later)
        return later


class _Postponing(MetaPathFinder, Loader):
    """Finds the modules that are to wait, before the system does."""

    def __init__(self, modules: Sequence[str], around: Around) -> None:
        self.deferred: list[str] = []
        self._modules = modules
        self._around = around

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        waits = any(fullname == name or fullname.startswith(name + ".") for name in self._modules)
        return ModuleSpec(fullname, self, is_package=True) if waits else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self.deferred.append(spec.name)
        return _PostponedModule(spec.name, self._around)

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing."""
