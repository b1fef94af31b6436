"""The one line about the progress of indexing that every surface shows."""

from search.messages import NOTHING, Message
from search.types.status import Activity, Step

NEARLY_S = 5.0
"""Below this a rest of the time is not worth a number."""
MINUTES_FROM_S = 90.0
HOURS_FROM_S = 90.0 * 60.0
"""From here the time is given in the larger unit."""

_COUNTED = {
    Step.NAMES: "progress.names",
    Step.WORDS: "progress.words",
    Step.GRAPH: "progress.graph",
    Step.HISTORY: "progress.history_begins",
    Step.RECENT: "progress.recent",
    Step.MEANING: "progress.meaning",
}
"""Message of each step with its numbers of files."""
_BEGINS = {
    Step.NAMES: "progress.names_begins",
    Step.WORDS: "progress.words_begins",
    Step.GRAPH: "progress.graph_begins",
    Step.HISTORY: "progress.history_begins",
    Step.RECENT: "progress.recent_begins",
    Step.MEANING: "progress.meaning_begins",
}
"""Message of each step before its files are counted."""
_SO_FAR = {Step.NAMES: "progress.names_so_far", Step.GRAPH: "progress.graph_so_far"}
"""Message of the steps whose end is not known: how many files, or dependencies, were found."""


def progress_line(activity: Activity, *, says_paused: bool = True) -> Message:
    """Return the current work: ``llm (2 of 4): words 78 of 114 files, about 20 s left``.

    While it is paused nobody knows the time that is left; without ``says_paused`` the caller says that it is.

    Idle, it says whether everything is up to date, or how many files wait for their vectors, and whether the model
    is what they wait for.
    """
    if not activity.step:
        return _idle(activity, says_paused=says_paused)
    line = Message("progress.line", folder=_folder(activity), step=_step(activity), left=_left(activity))
    return Message("progress.paused", line=line) if activity.paused and says_paused else line


def _idle(activity: Activity, *, says_paused: bool) -> Message:
    says_paused = says_paused and activity.paused
    if activity.waiting:
        code = "progress.model_is_prepared" if activity.preparing else "progress.meaning_waits"
        line = Message(code, n=activity.waiting)
        return Message("progress.paused", line=line) if says_paused else line
    return Message("progress.idle_paused" if says_paused else "progress.idle")


def _folder(activity: Activity) -> Message:
    if not activity.folder:
        return Message("progress.folders", n=activity.folders)
    if activity.folders < 2:
        return Message("progress.folder", folder=activity.folder)
    return Message(
        "progress.folder_of", folder=activity.folder, position=activity.position, folders=activity.folders
    )


def _step(activity: Activity) -> Message:
    step = Step(activity.step)
    if activity.total:
        return Message(_COUNTED[step], done=min(activity.done, activity.total), n=activity.total)
    if step in _SO_FAR and activity.done:
        return Message(_SO_FAR[step], n=activity.done)
    return Message(_BEGINS[step])


def _left(activity: Activity) -> Message:
    seconds = activity.seconds_left
    if activity.paused or seconds <= 0:
        return NOTHING
    if seconds < NEARLY_S:
        return Message("progress.nearly")
    if seconds < MINUTES_FROM_S:
        return Message("progress.seconds", n=round(seconds / NEARLY_S) * round(NEARLY_S))
    if seconds < HOURS_FROM_S:
        return Message("progress.minutes", n=round(seconds / 60.0))
    return Message("progress.hours", n=round(seconds / 3600.0))
