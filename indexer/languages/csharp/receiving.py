"""C#: whether an extension of a type outside may be called on an object."""

from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.inference import is_parameter
from indexer.languages.csharp.platform import PLATFORM_NAMES, SEQUENCES
from indexer.languages.csharp.platform_bases import ANYTHING, bases_of, has_itself
from indexer.languages.csharp.types import CSharpTypes


def takes_outside(types: CSharpTypes, wanted: Bound, receiver: Bound, method: str) -> bool:
    """Return whether an extension of a type outside takes an object.

    Args:
        types: of the root.
        wanted: the type that is extended.
        receiver: the type of the object.
        method: name of the extension. One of ``object`` that is named as a method of the platform is certain for
            no object, because a method of the object itself goes before it.
    """
    if is_parameter(receiver):
        return False
    if wanted.name in ANYTHING:
        return receiver.name in ANYTHING or method not in PLATFORM_NAMES
    if not receiver.type_id:
        return _fits(wanted, receiver, method)
    for info, values in types.lineage(receiver):
        if info.kind == "enum" and wanted.name == "Enum":
            return True
        for facts, owner, text, _ in info.bases:
            base = types.bound_with(text, facts, owner, values)
            if not base.type_id and _fits(wanted, base, method):
                return True
    return False


def _fits(wanted: Bound, got: Bound, method: str) -> bool:
    """Return whether a type outside is another one or derived from it, with the same arguments.

    A method that the type has itself goes before an extension of one of its bases.
    """
    if wanted.name != got.name:
        is_derived = wanted.name in bases_of(got.name) or (wanted.name == "IEnumerable" and got.name in SEQUENCES)
        if not is_derived or has_itself(got.name, method):
            return False
    return all(
        arg.name.startswith("!") or arg[:2] == own[:2] for arg, own in zip(wanted.args, got.args, strict=False)
    )
