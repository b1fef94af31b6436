"""Reads the parameters of a step; a missing or wrong one is reported with its name and value."""

from collections.abc import Mapping, Sequence

from search.errors import PipelineError
from search.pipeline.state import Step


def choice(step: Step, name: str, choices: Sequence[str], *, missing: str | None = None) -> str:
    """Return the parameter, which must be one of ``choices``.

    Raises:
        PipelineError: it is missing without a substitute, or not one of them.
    """
    value = step.raw.get(name, missing)
    if value is None:
        raise PipelineError("pipeline.choice_missing", action=step.action, name=name, known=", ".join(choices))
    if value not in choices:
        raise PipelineError(
            "pipeline.unknown_choice", action=step.action, name=name, value=repr(value), known=", ".join(choices)
        )
    return str(value)


def whole_number(name: str, value: object) -> int:
    """Return the value, which must be a whole number from 1 up.

    Raises:
        PipelineError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise PipelineError("value.not_from_one", name=name, value=repr(value))
    return value


def from_settings(step: Step, name: str, settings: Mapping[str, object]) -> object:
    """Return the setting that the step's parameter ``name`` names.

    Raises:
        PipelineError: the step lacks the parameter, or the settings lack the key.
    """
    key = step.raw.get(name)
    if not isinstance(key, str) or not key:
        raise PipelineError("pipeline.setting_not_named", action=step.action, name=name)
    if key not in settings or settings[key] is None:
        raise PipelineError("pipeline.setting_missing", action=step.action, name=name, key=repr(key))
    return settings[key]
