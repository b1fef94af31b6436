"""What the indexer is doing, in the language of the window."""

from search.types.status import Activity
from ui.i18n.language import number, translate

_STEPS = {
    "names": translate("Looking for files"),
    "words": translate("Words"),
    "graph": translate("Dependencies"),
    "history": translate("Commit history"),
    "recent": translate("Newest files, by meaning"),
    "meaning": translate("Meaning"),
}
"""Steps of the indexer by the names that events give them."""


def step_name(activity: Activity) -> str:
    """Return what a step is called."""
    return _STEPS.get(activity.step, activity.step.capitalize())


def step_words(activity: Activity, pattern: str = "") -> str:
    """Return how far a step is: ``Meaning 3,310 of 12,418``, or its name where nothing is counted.

    ``pattern`` holds ``{step}``, ``{done}`` and ``{total}``.
    """
    if not activity.total:
        return step_name(activity)
    return (pattern or translate("{step} {done} of {total}")).format(
        step=step_name(activity), done=number(activity.done), total=number(activity.total)
    )
