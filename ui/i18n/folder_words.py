"""How each folder stands, in the language of the window."""

from pathlib import Path

from search.types.status import Activity, RootStatus
from ui.i18n.language import counted, number, translate
from ui.i18n.step_words import step_words


def state_words(root: RootStatus, activity: Activity) -> tuple[str, str]:
    """Return how a folder stands, and the colour token of these words."""
    if root.offline:
        return translate("Not reachable"), "danger"
    if under_way := words_under_way(root, activity):
        paused = translate("{step}, paused").format(step=under_way)
        return (paused, "text2") if activity.paused else (under_way, "accent")
    files = counted(root.files, "{n} file", "{n} files")
    if not root.root.semantic:
        return translate("{files}, by word only").format(files=files), "text2"
    if root.steps is not None and root.steps.embedded < root.steps.indexed:
        if activity.waiting:
            left = number(root.steps.indexed - root.steps.embedded)
            return translate("{files}, {n} wait for meaning").format(files=files, n=left), "text2"
        return translate("{files}, up to date by word").format(files=files), "text2"
    return (
        (translate("{files}, up to date").format(files=files), "ok")
        if root.watching != "off"
        else (translate("{files}, not watched").format(files=files), "text2")
    )


def words_under_way(root: RootStatus, activity: Activity) -> str:
    """Return what is left to do for a folder, and how far that is; empty where all is done or nothing goes on."""
    steps = root.steps
    if steps is None or not (activity.step or activity.paused):
        return ""
    listed = steps.waiting + steps.indexed
    mine = activity.folder in {"", root.root.name}
    if not listed and (activity.step == "names" or not (root.files or root.graphed)):
        return step_words(Activity("names")) if activity.step == "names" and mine else translate("Waiting")
    pattern = translate("{step} {done} of {total} files")
    if steps.waiting and not steps.indexed and not mine:
        return translate("Waiting, {files}").format(files=counted(steps.waiting, "{n} file", "{n} files"))
    if steps.waiting:
        is_counted = activity.step == "words" and activity.folder == root.root.name and activity.total
        return step_words(activity if is_counted else Activity("words", steps.indexed, listed), pattern)
    if not root.graphed:
        is_next = activity.step == "graph" and mine
        return step_words(Activity("graph")) if is_next else translate("By word, waits for dependencies")
    meaning = root.root.semantic and steps.embedded < listed
    return step_words(Activity("meaning", steps.embedded, listed), pattern) if meaning else ""


def short_path(path: str) -> str:
    """Return a path with ``~`` for the home folder."""
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(home) else path
