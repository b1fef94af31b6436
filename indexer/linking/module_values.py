"""Constants and classes that are named as values, in languages with modules: limits, options."""

from indexer.facts.model import NO_OWNER, Call, FileFacts
from indexer.linking.class_scopes import ClassScopes
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_records import CLASS_KINDS, DART, RESOLVED
from indexer.linking.receivers import Local


class ModuleValues:
    """Finds what a name means that is neither called nor that of a type in a declaration."""

    def __init__(self, names: ModuleNames, local: Local, scopes: ClassScopes) -> None:
        self._names = names
        self._local = local
        self._scopes = scopes

    def target(self, facts: FileFacts, named: Call, candidate: str) -> str:
        """Return the constant or the class that a name means; else empty.

        ``Level.HIGH`` means the class where ``HIGH`` is no definition of its own, and ``Level.HIGH.value`` what
        ``Level.HIGH`` does. ``candidate`` is what a call by that name would mean.
        """
        if candidate in self._names.constants and (named.shape != "bare" or facts.language == DART):
            return candidate
        path = f"{named.receiver}.{named.name}" if named.shape == "path" else named.name
        if named.shape not in {"bare", "path"} or self._hides(facts, named.owner, path.partition(".")[0]):
            return ""
        scope = place_of(facts, named.owner)
        target = self._own_constant(scope, path) or self._names.type_at(facts.path, scope, path) or candidate
        while target not in self._names.constants and target not in self._names.classes:
            path = path.rpartition(".")[0]
            if not path:
                holder = self._imported_from(facts.path, named.name) if named.shape == "bare" else ""
                return holder if holder in self._names.classes else ""
            target = self._names.type_at(facts.path, scope, path)
        return target

    def _own_constant(self, scope: str, name: str) -> str:
        """Return the constant of a class that its other attributes see by its bare name; else empty."""
        own = self._names.nested(scope, name) if scope in self._names.classes else ""
        return own if own in self._names.constants else ""

    def hides_function(self, facts: FileFacts, named: Call) -> bool:
        """Return whether a variable of a name is nearer than a function; a property of Swift is both."""
        finder = self._names.finder
        is_bare = named.shape == "bare" and finder.has_implicit_self and finder.has_callable_variables
        nearest = self._local(facts, named.owner, named.name, named.line) if is_bare else None
        if nearest is None:
            return False
        home, variable = nearest
        own = self._names.nested(place_of(home, variable.owner), named.name) if variable.owner != NO_OWNER else ""
        return not own or (own in self._names.methods and not finder.has_bare_methods)

    def _imported_from(self, path: str, name: str) -> str:
        """Return the class whose member an import binds to a name (``import static p.Mode.LENIENT``)."""
        module, inner = self._names.modules[path].bound.get(name, ("", ""))
        holder = inner.rpartition(".")[0]
        return self._names.lookup(module, holder) if holder and "." not in holder else ""

    def _hides(self, facts: FileFacts, owner: int, name: str) -> bool:
        """Return whether a variable around has the name, in Kotlin and Dart also one of the classes."""
        if facts.language in RESOLVED:
            declared = self._local(facts, owner, name, 0)
            return declared is not None and declared[1].owner != NO_OWNER
        while owner != NO_OWNER:
            is_class = facts.definitions[owner].kind in CLASS_KINDS
            meaning = self._scopes.meaning(facts, owner, name) if is_class else ""
            if meaning == "variable" or (not is_class and (facts.path, owner, name) in self._names.variables):
                return True
            owner = self._names.parents[facts.path][owner]
        return False
