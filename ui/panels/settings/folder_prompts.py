"""Prompts of the settings for a folder: its name, another branch to index, or whether it is to be removed."""

from PySide6.QtWidgets import QWidget

from search.types.status import IndexStatus
from ui.controllers.index_controller import IndexController
from ui.i18n.language import counted, translate
from ui.popups.confirm_prompt import ConfirmPrompt
from ui.popups.name_prompt import NamePrompt, Wording, refuse_names
from ui.user_data.names import FolderNames


def add_branch(parent: QWidget, index: IndexController, path: str, label: str) -> NamePrompt:
    """Ask for a branch of a folder that is not checked out, to be indexed from git."""
    wording = Wording(
        translate("Index another branch"),
        translate("Branch or tag of {label}, such as origin/next; it is read from git").format(label=label),
        translate("Branch or tag"),
        translate("Index"),
    )
    roots = index.status.roots if index.status is not None else ()
    branches = [root.root.branch for root in roots if root.root.path == path]
    refusal = refuse_names(branches, translate("This branch is indexed already"), case_sensitive=True)
    prompt = NamePrompt(parent, wording, "", refusal)
    prompt.nameChosen.connect(lambda branch: index.add_branch(path, branch))
    prompt.open()
    return prompt


def rename_folder(
    parent: QWidget, status: IndexStatus | None, folder_names: FolderNames, label: str
) -> NamePrompt:
    """Ask for the name of a folder; its label takes the name away."""
    wording = Wording(
        translate("Rename"),
        translate("Name of {label}; queries go on saying repo:{label}").format(label=label),
        translate("Name"),
        translate("Rename"),
    )
    names = folder_names.names
    labels = {root.root.repository for root in status.roots} if status is not None else set()
    others = [names.get(other, other) for other in labels | names.keys() if other != label]
    refusal = refuse_names(others, translate("Another folder has this name"))
    prompt = NamePrompt(parent, wording, names.get(label, label), refusal)
    prompt.nameChosen.connect(lambda name: folder_names.rename(label, name))
    prompt.open()
    return prompt


def remove_folder(parent: QWidget, index: IndexController, folder_names: FolderNames, named: str) -> ConfirmPrompt:
    """Ask whether a folder, or a branch that is read from git, is to be removed from the index.

    A slip of the mouse would cost what indexing it takes, which can be hours.
    """
    roots = index.status.roots if index.status is not None else ()
    status = next((each for each in roots if named in {each.root.folder, each.root.name}), None)
    name = named
    if status is not None:
        label = status.root.repository
        name = folder_names.names.get(label, status.root.name) if status.root.folder else status.root.name
    files = counted(
        status.files if status is not None else 0,
        "{n} file stays as it is, but is not found until it is indexed again.",
        "{n} files stay as they are, but are not found until they are indexed again.",
    )
    title = translate("Remove {name} from the index?").format(name=name)
    prompt = ConfirmPrompt(parent, title, files, translate("Remove"))
    prompt.confirmed.connect(lambda: index.forget_folder(named))
    prompt.open()
    return prompt
