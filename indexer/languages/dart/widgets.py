"""Dart: what widgets of Flutter and functions of its packages say of types, by what they are handed."""

from collections.abc import Sequence

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.languages.dart.expressions import Group, grouped

CONTEXT = "BuildContext"
CONTEXT_NAMES = frozenset(("context", "ctx"))
"""Names of parameters that hold the place of a widget; Flutter's own functions have them in all examples."""

_PARAMETERS: dict[tuple[str, str], dict[int, str]] = {
    ("BlocBuilder", "builder"): {1: "$1"},
    ("BlocBuilder", "buildWhen"): {0: "$1", 1: "$1"},
    ("BlocListener", "listener"): {1: "$1"},
    ("BlocListener", "listenWhen"): {0: "$1", 1: "$1"},
    ("BlocConsumer", "builder"): {1: "$1"},
    ("BlocConsumer", "listener"): {1: "$1"},
    ("BlocConsumer", "buildWhen"): {0: "$1", 1: "$1"},
    ("BlocConsumer", "listenWhen"): {0: "$1", 1: "$1"},
    ("BlocSelector", "selector"): {0: "$1"},
    ("BlocSelector", "builder"): {1: "$2"},
    ("Consumer", "builder"): {1: "$0"},
    ("Consumer2", "builder"): {1: "$0", 2: "$1"},
    ("Consumer3", "builder"): {1: "$0", 2: "$1", 3: "$2"},
    ("Selector", "selector"): {1: "$0"},
    ("Selector", "builder"): {1: "$1"},
    ("ValueListenableBuilder", "builder"): {1: "$0"},
    ("FutureBuilder", "builder"): {1: "AsyncSnapshot<$0>"},
    ("StreamBuilder", "builder"): {1: "AsyncSnapshot<$0>"},
    ("TweenAnimationBuilder", "builder"): {1: "$0"},
    ("ProxyProvider", "update"): {1: "$0", 2: "$1"},
    ("ChangeNotifierProxyProvider", "update"): {1: "$0", 2: "$1"},
    ("ScopedModelDescendant", "builder"): {2: "$0"},
    ("StoreConnector", "builder"): {1: "$1"},
    ("StoreConnector", "converter"): {0: "Store<$0>"},
    ("GetBuilder", "builder"): {0: "$0"},
    ("GetX", "builder"): {0: "$0"},
}
"""What is made and the label of its argument -> types of the parameters; ``$0`` is the first type argument."""

_POSITIONAL = {"on": {0: "$0"}, "select": {0: "$0"}}
"""Functions whose first argument takes an object of a type argument: ``on<Opened>((event, emit) {})``."""

_PROVIDERS = frozenset(("Provider", "StateProvider", "ChangeNotifierProvider"))
"""What is made with a function that gives the provided object (Riverpod)."""

_KEEPING = ("Get", "put")
"""A function that gives what it is handed (GetX)."""

READING = frozenset(("read", "watch", "refresh", "notifier"))
"""Methods that give what a provider in their first argument provides (Riverpod, Refena)."""


def parameter_type(called: str, label: str, parameter: int, arguments: Sequence[str]) -> str:
    """Return the type of a parameter of a function that is handed to a call; empty where it is unknown.

    Args:
        called: the name of what is called.
        label: of the argument that the function is; empty for the first one without.
        parameter: of the function, from 0.
        arguments: the type arguments of the call.
    """
    known = _PARAMETERS.get((called, label), {}) if label else _POSITIONAL.get(called, {})
    written = known.get(parameter, "") if arguments else ""
    for number, each in enumerate(arguments):
        written = written.replace(f"${number}", each)
    return "" if "$" in written else written


def provided_type(called: str, arguments: Sequence[Node]) -> str:
    """Return the type argument that ``Provider((ref) => Cart())`` does not write; empty for any other call."""
    first = arguments[0] if called in _PROVIDERS and arguments else None
    function = first.named_children[0] if first is not None and first.named_children else None
    body = function.child_by_field_name("body") if function is not None else None
    at = next((n for n, each in enumerate(body.children) if each.type == "=>"), -1) if body is not None else -1
    result = grouped(body.children[at + 1 :]) if body is not None and at >= 0 else []
    is_call = (
        len(result) == 1 and len(result[0]) == len(("name", "brackets")) and result[0][0].type == "identifier"
    )
    name = text_of(result[0][0]) if is_call else ""
    return f"<{name}>" if name[:1].isupper() else ""


def handed_on(group: Group) -> Group:
    """Return what ``Get.put(value)`` gives, its argument; any other expression itself."""
    names = tuple(text_of(each).strip(".") for each in group[:2])
    part = next(iter(group[-1].named_children), None) if names == _KEEPING else None
    if part is None or part.type != "argument_part" or len(group) != len((*_KEEPING, part)):
        return group
    listed = [own for each in part.named_children for own in each.named_children if own.type == "argument"]
    inner = grouped(listed[0].children) if listed else []
    return inner[0] if inner else group
