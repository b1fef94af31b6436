"""Which of several methods of one name a call calls, in languages whose arguments have labels: by these."""

import re
from collections import defaultdict
from collections.abc import Iterator

from indexer.facts.model import FUNCTION, Call, FileFacts, Signature, Variable
from indexer.facts.parameters import parameter_types, split_arguments
from indexer.linking.elements import Written
from indexer.linking.module_names import ModuleNames

LABELLED = frozenset(("swift",))

UNLABELLED = "_"

NO_FUNCTION = 0
"""Number of the arguments of what is named as a value where no function can stand."""

_FUNCTION = re.compile(r"\(*(?:@\w+)*\(([^()]*)\)(?:async|throws)*->((?:(?!->).)*)")
"""Type of a function without spaces, that takes and gives none: what it takes, and what it gives."""

_TYPE_NAME = re.compile(r"(?:\w+:)?(?:inout)?(?:any|some)?([A-Z]\w*)(?:<.*>)?[?!]?")
"""What a function takes: the name of its type."""


def takes(required: int, total: int, parameters: str, call: Call) -> bool:
    """Return whether a method has the labels of a call in their order, and needs no other arguments.

    Args:
        required: how many arguments it must take.
        total: how many arguments it may take; -1 for any number.
        parameters: as `Signature.parameters` has them, each with its label and a colon before its type.
        call: with the labels of its arguments in place of their types.
    """
    if 0 <= call.arguments < required:
        return False
    labels = [each.partition(":")[0] for each in parameter_types(parameters)]
    at = 0
    for argument in call.argument_types.split(";") if call.argument_types else ():
        repeats = total < 0 and at > 0 and argument == UNLABELLED
        match = next((each for each in range(at, len(labels)) if argument in (FUNCTION, labels[each])), None)
        if match is None and not repeats:
            return False
        at = match + 1 if match is not None else at
    return True


class LabelledMethods:
    """Finds what the method gives that has the labels of a call."""

    def __init__(self, names: ModuleNames) -> None:
        self._signatures: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        self._written: dict[tuple[str, int, str], set[str]] = defaultdict(set)
        """File, definition and last part of a name -> the types that the definition mentions by that."""
        for facts in names.files.values() if names.finder.languages & LABELLED else ():
            for each in facts.signatures:
                self._signatures[facts.definitions[each.owner].local_id].append((facts, each))
            for use in facts.types:
                self._written[facts.path, use.owner, use.name.rpartition(".")[2]].add(use.name)

    def result(self, call: Call, target: str) -> tuple[str, str]:
        """Return a file and the type that the called method gives, which is empty where several are possible."""
        declared = self._signatures.get(target, [])
        fitting = [each for each in declared if _suits(each[1], call)] or declared
        types = {signature.returns for _, signature in fitting}
        path = fitting[0][0].path if fitting else ""
        return path, types.pop() if len(types) == 1 else ""

    def is_other(self, call: Call, target: str) -> bool:
        """Return whether a call has not the labels of a method by that name; its type may have another one."""
        declared = self._signatures.get(target, [])
        return bool(declared) and not any(_suits(signature, call) for _, signature in declared)

    def closure_parameter(self, facts: FileFacts, call: Call, target: str, variable: Variable) -> Written:
        """Return the type of a closure's parameter as the called method says it; an empty one when uncertain."""
        labels = call.argument_types.split(";")
        types: set[str] = set()
        result = Written(facts, "", "")
        for home, signature in self._signatures.get(target, ()):
            if variable.argument >= len(labels) or not _suits(signature, call):
                continue
            for listed in _functions(signature.parameters, labels, variable.argument):
                name = (
                    _TYPE_NAME.fullmatch(listed[variable.parameter]) if variable.parameter < len(listed) else None
                )
                last = name[1] if name is not None else ""
                written = self._written.get((home.path, signature.owner, last), {last})
                result = Written(home, next(iter(written)) if len(written) == 1 else "", target)
                types.add(result.type)
        return result if len(types) == 1 else Written(facts, "", "")


def _functions(parameters: str, labels: list[str], argument: int) -> Iterator[list[str]]:
    """Yield what functions take that a method takes where a call has an argument."""
    label = labels[argument]
    named = {each for each in labels if each != UNLABELLED}
    for each in parameter_types(parameters):
        own, _, type_ = each.partition(":")
        is_it = own not in named if label == FUNCTION else own == label
        if is_it and "->" in type_:
            function = _FUNCTION.fullmatch(type_)
            yield split_arguments(function[1]) if function is not None else []


def _suits(signature: Signature, call: Call) -> bool:
    return takes(signature.required, signature.total, signature.parameters, call)
