"""Dart: type arguments of calls, ``BlocProvider<Cart>(child: x)``, which the grammar takes for comparisons."""

import re

_INSIDE = rb"[\w$.,?\s]"
_LEVEL = rb"<" + _INSIDE + rb"{1,200}+>"
_NESTED = rb"<(?:" + _INSIDE + rb"|" + _LEVEL + rb"){1,200}+>"
_ARGUMENTS = re.compile(rb"(?<=[\w$])<(?:" + _INSIDE + rb"|" + _NESTED + rb"){1,200}+>(?=\(|\.\w+\()")
_MARK = re.compile(rb"[^\n]")


def without_type_arguments(source: bytes) -> bytes:
    """Return a source with blanks in place of the type arguments of calls; every byte stays at its place."""
    if b">(" not in source and b">." not in source:
        return source
    return _ARGUMENTS.sub(lambda match: _MARK.sub(b" ", match.group()), source)
