"""The names that a person gives in the main window: to folders, branches to index, saved searches and walks."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from ui.i18n.language import translate
from ui.popups.name_prompt import NamePrompt, Refusal, Wording
from ui.window.main_window import MainWindow


def connect_names(window: MainWindow) -> None:
    """Show the names of folders wherever they are, read them, and ask for those of saved searches and walks."""
    names, parts = window.names, window.parts
    for pane in (parts.filters.facets, parts.results.model, parts.preview):
        names.changed.connect(pane.set_names)
    names.unwritten.connect(lambda reason: parts.say(translate("The change is not kept"), reason))
    names.damaged.connect(
        lambda path: parts.say(
            translate("A file of yours could not be read"),
            translate("It was set aside as {path}; a new one is begun.").format(path=path),
        )
    )
    parts.filters.renameRequested.connect(lambda text: rename_search(window, text))
    parts.dependencies.walkSaveRequested.connect(lambda: name_walk(window))
    names.load()


def add_branch(window: MainWindow, parent: QWidget, path: str, label: str) -> NamePrompt:
    """Ask for a branch of a folder that is not checked out, to be indexed from git."""
    wording = Wording(
        translate("Index another branch"),
        translate("Branch or tag of {label}, such as origin/next; it is read from git").format(label=label),
        translate("Branch or tag"),
        translate("Index"),
    )
    roots = window.index.status.roots if window.index.status is not None else ()
    there = [root.root.branch for root in roots if root.root.path == path]
    taken = translate("This branch is indexed already")
    prompt = NamePrompt(parent, wording, "", _refusing(there, taken, exactly=True))
    prompt.given.connect(lambda branch: window.index.add_branch(path, branch))
    prompt.open()
    return prompt


def rename_folder(window: MainWindow, parent: QWidget, label: str) -> NamePrompt:
    """Ask for the name of a folder; its label takes the name away."""
    wording = Wording(
        translate("Rename"),
        translate("Name of {label}; queries go on saying repo:{label}").format(label=label),
        translate("Name"),
        translate("Rename"),
    )
    names, status = window.names.names, window.index.status
    labels = {root.root.repository for root in status.roots} if status is not None else set()
    others = [names.get(other, other) for other in labels | names.keys() if other != label]
    taken = translate("Another folder has this name")
    prompt = NamePrompt(parent, wording, names.get(label, label), _refusing(others, taken))
    prompt.given.connect(lambda name: window.names.rename(label, name))
    prompt.open()
    return prompt


def rename_search(window: MainWindow, text: str) -> NamePrompt:
    """Ask for another name of a saved search."""
    filters = window.parts.filters
    names = dict(filters.saved_names())
    wording = Wording(
        translate("Rename saved search"),
        translate("It goes on searching for {query}").format(query=text),
        translate("Name"),
        translate("Rename"),
    )
    others = [name for other, name in names.items() if other != text]
    taken = translate("Another saved search has this name")
    prompt = NamePrompt(window.parts, wording, names.get(text, text), _refusing(others, taken))
    prompt.given.connect(lambda name: filters.rename(text, name))
    prompt.open()
    return prompt


def name_walk(window: MainWindow) -> NamePrompt:
    """Ask for the name under which the shown tree is kept."""
    wording = Wording(
        translate("Save this walk"),
        translate("Opened again, it marks what is new, gone or moved since"),
        translate("Name"),
        translate("Save"),
    )
    kept = window.walks.names()
    name = _free(window.parts.dependencies.name, kept)
    prompt = NamePrompt(window.parts, wording, name, _refusing(kept, translate("Another walk has this name")))
    prompt.given.connect(window.walks.save)
    prompt.open()
    return prompt


def _refusing(taken: Iterable[str], why: str, *, exactly: bool = False) -> Refusal:
    """Return what refuses no name at all and those that are taken; in any case, if not ``exactly``."""
    known = {name if exactly else name.casefold() for name in taken}

    def refusal(name: str) -> str:
        if not name:
            return translate("A name is needed")
        return why if (name if exactly else name.casefold()) in known else ""

    return refusal


def _free(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number after it where it is taken."""
    known = {one.casefold() for one in taken}
    numbered = (f"{name} {number}" for number in range(2, len(known) + 3))
    return name if name.casefold() not in known else next(one for one in numbered if one.casefold() not in known)
