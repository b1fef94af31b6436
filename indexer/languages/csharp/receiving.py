"""C#: what a type has from bases outside: extensions of these, and properties."""

from indexer.facts.model import Call
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.inference import by_elements, is_parameter
from indexer.languages.csharp.platform import PLATFORM_NAMES, SEQUENCES
from indexer.languages.csharp.platform_bases import ANYTHING, bases_of, has_itself
from indexer.languages.csharp.types import CSharpTypes, TypeInfo

_OF_REQUESTS = {
    "User": "ClaimsPrincipal",
    "HttpContext": "HttpContext",
    "Request": "HttpRequest",
    "Response": "HttpResponse",
    "Url": "IUrlHelper",
    "ModelState": "ModelStateDictionary",
}
_PROPERTIES = {
    **dict.fromkeys(("ControllerBase", "Controller", "PageModel"), _OF_REQUESTS),
    "ViewComponent": {**_OF_REQUESTS, "User": "IPrincipal"},
}
"""Properties that a class has from a base outside, with their types."""


def inherited_property(types: CSharpTypes, info: TypeInfo, name: str) -> Bound | None:
    """Return the type of a property that a type has from a base outside; None where none is known."""
    if name not in _OF_REQUESTS:
        return None
    for holder, _ in types.lineage(types.own(info)):
        for facts, owner, text, _ in holder.bases:
            base = types.bind(text, facts, owner)
            property_type = "" if base.type_id else _PROPERTIES.get(base.name, {}).get(name, "")
            if property_type:
                return Bound("", property_type)
    return None


def takes_outside(types: CSharpTypes, wanted: Bound, receiver: Bound, call: Call) -> bool:
    """Return whether an extension of a type outside takes an object.

    Args:
        types: of the root.
        wanted: the type that is extended.
        receiver: the type of the object.
        call: that of the extension. One of ``object`` that is named as a method of the platform is certain for no
            object, because a method of the object itself goes before it.
    """
    if is_parameter(receiver):
        return False
    if wanted.name in ANYTHING:
        return receiver.name in ANYTHING or call.name not in PLATFORM_NAMES
    if not receiver.type_id:
        return _fits(wanted, by_elements(receiver), call)
    for info, values in types.lineage(receiver):
        if info.kind == "enum" and wanted.name == "Enum":
            return True
        for facts, owner, text, _ in info.bases:
            base = by_elements(types.bound_with(text, facts, owner, values))
            if not base.type_id and _fits(wanted, base, call):
                return True
    return False


def _fits(wanted: Bound, got: Bound, call: Call) -> bool:
    """Return whether a type outside is another one or derived from it, with the same arguments.

    A method that the type has itself goes before an extension of one of its bases.
    """
    if wanted.name != got.name:
        is_derived = wanted.name in bases_of(got.name) or (wanted.name == "IEnumerable" and got.name in SEQUENCES)
        if not is_derived or has_itself(got.name, call.name, call.arguments):
            return False
    return all(
        arg.name.startswith("!") or arg[:2] == own[:2] for arg, own in zip(wanted.args, got.args, strict=False)
    )
