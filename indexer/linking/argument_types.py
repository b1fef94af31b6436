"""Types of the arguments of calls, as declared."""

from indexer.facts.model import RESULT, Call, FileFacts
from indexer.facts.type_names import plain_type
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_targets import ModuleTargets


class ArgumentTypes:
    """Finds them by the declarations of variables and of what calls call."""

    def __init__(self, names: ModuleNames, targets: ModuleTargets) -> None:
        self._names = names
        self._targets = targets

    def of(self, facts: FileFacts, call: Call, argument: str) -> str:
        """Return the name of the type of an argument, as declared; else empty."""
        if argument.startswith(RESULT):
            target, _ = self._targets.call_target(facts, facts.calls[int(argument[1:])])
            return plain_type(self._names.returns.get(target, ("", ""))[1])
        head, *rest = argument[1:].split(".")
        if head in self._names.finder.self_names and rest:
            variable = self._targets.attribute(self._targets.enclosing_class(facts, call.owner), rest.pop(0))
        else:
            variable = self._targets.local(facts, call.owner, head, call.line)
        for attribute in rest:
            class_id = self._targets.variable_type(*variable) if variable is not None else ""
            variable = self._targets.attribute(class_id, attribute)
        return plain_type(variable[1].type) if variable is not None else ""
