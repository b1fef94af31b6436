"""The first minutes with the program: a short tour, and the sample, which can be removed again."""

from collections.abc import Iterator

from resources.locate import resource
from ui.i18n.language import translate
from ui.popups.tour import Tour, TourPage
from ui.shell.hotkey import GlobalHotkey
from ui.window.workbench import Workbench

HOTKEY = "Ctrl+Alt+Space"
"""The values that are offered; the settings accept any other."""


def open_tour(workbench: Workbench) -> Tour:
    """Show the tour; text that is typed to leave it goes into the search field."""
    tour = Tour(workbench.layout, tuple(_pages(workbench)))
    edit = workbench.frame.top.field.edit

    def take(text: str) -> None:
        workbench.focus_search()
        edit.insertPlainText(text)

    tour.typed.connect(take)
    workbench.state.toured = True
    workbench.focus_search()  # what the focus returns to
    tour.open()
    return tour


def connect_first_minutes(workbench: Workbench) -> None:
    """Show the tour when the first folders are added, and offer to remove the sample once there are others."""
    workbench.foldersAdded.connect(lambda paths: _after_adding(workbench, paths))


def _after_adding(workbench: Workbench, paths: tuple[str, ...]) -> None:
    sample = str(resource("sample"))
    status = workbench.index.status
    roots = status.roots if status is not None else ()
    if roots and sample not in paths and any(root.root.path == sample for root in roots):
        workbench.banners.say(
            translate("The sample is still indexed"),
            translate("Its files are found among yours."),
            translate("Remove the sample"),
            act=lambda: workbench.index.forget_folder(sample),
            unexpected=True,
        )
    if not roots and not workbench.state.toured:
        open_tour(workbench)


def _pages(workbench: Workbench) -> Iterator[TourPage]:
    keys = workbench.actions.keys
    yield TourPage(
        translate("Type words, a name or a sentence"),
        translate(
            "Names and phrases are found by word, descriptions by meaning. Results come while you type, also "
            "while folders are still being read."
        ),
        keys("search"),
    )
    yield TourPage(
        translate("Words or meaning"),
        translate(
            "Drag the slider between Keyword and Semantic: the results change their order at once, and the bar "
            "beside each shows why it is there."
        ),
    )
    yield TourPage(
        translate("Go anywhere"),
        translate("One key leads to every file, name, command and setting."),
        keys("palette"),
    )
    yield TourPage(
        translate("What depends on it"),
        translate(
            "A result has a tree of what it uses and what uses it, across languages and down to the tables. It "
            "can be drawn as a graph."
        ),
        keys("graph"),
    )
    if GlobalHotkey.is_available() and not workbench.state.hotkey:
        yield TourPage(
            translate("From any program"),
            translate("These keys can bring Dowse to the front wherever you are. The settings change them later."),
            HOTKEY,
            translate("Use these keys"),
            lambda: workbench.settings.choices.set_hotkey(HOTKEY),
        )
