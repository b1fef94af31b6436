"""Which of several methods of one name a call calls, in languages whose arguments have labels: by these."""

from collections import defaultdict

from indexer.facts.model import FUNCTION, Call, FileFacts, Signature
from indexer.facts.parameters import parameter_types
from indexer.linking.module_names import ModuleNames

LABELLED = frozenset(("swift",))

UNLABELLED = "_"

NO_FUNCTION = 0
"""Number of the arguments of what is named as a value where no function can stand."""


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
        repeats = total < 0 and at > 0 and labels[at - 1] == argument == UNLABELLED
        match = next((each for each in range(at, len(labels)) if argument in (FUNCTION, labels[each])), None)
        if match is None and not repeats:
            return False
        at = match + 1 if match is not None else at
    return True


class LabelledMethods:
    """Finds what the method gives that has the labels of a call."""

    def __init__(self, names: ModuleNames) -> None:
        self._signatures: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        for facts in names.files.values() if names.finder.languages & LABELLED else ():
            for each in facts.signatures:
                self._signatures[facts.definitions[each.owner].local_id].append((facts, each))

    def result(self, call: Call, target: str) -> tuple[str, str]:
        """Return a file and the type that the called method gives, which is empty where several are possible."""
        declared = self._signatures.get(target, [])
        fitting = [each for each in declared if _suits(each[1], call)] or declared
        types = {signature.returns for _, signature in fitting}
        path = fitting[0][0].path if fitting else ""
        return path, types.pop() if len(types) == 1 else ""


def _suits(signature: Signature, call: Call) -> bool:
    return takes(signature.required, signature.total, signature.parameters, call)
