"""The window's languages: every visible text can be translated, German is whole, plurals are right."""

import ast
import re
import subprocess
import sys

import pytest
from msgspec import structs
from PySide6.QtCore import QFileInfo, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QFileDialog, QLabel, QTreeView

from search.types.graph import Direction, EdgeType
from tests.ui.pane_samples import some_files, tree_node
from tests.unit.packaging.scripts import REPOSITORY, script
from ui.i18n.device_words import device_words
from ui.i18n.language import counted, date_words, language_for, number, translate, use_language, with_hundredths
from ui.i18n.size_words import size_words
from ui.painting.badge_words import badge_words
from ui.painting.shapes import badge_width, draw_badge
from ui.painting.text import TextStyle, draw
from ui.panels.dependencies.root_bar import RootBar
from ui.panels.filters.facets import GROUPS, Value
from ui.panels.results.sentences import parts_shown
from ui.shell.first_run import FirstRunPage
from ui.shell.git_folders import GitFolder
from ui.theme.sizes import set_scale_percent
from ui.theme.tokens import c
from ui.widgets.save_dialog import chosen_path, save_dialog
from ui.widgets.spin import FractionBox
from ui.widgets.text import Text

translations = script("translations.py")

SHOWING = {
    "setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setPlaceholderText", "setTitle",
    "setWindowTitle", "addAction", "say", "Text", "IconButton", "WordButton", "Option", "set_tip", "KnownError",
}  # fmt: skip
"""What shows its texts to a person."""
NAMES = {"Dowse", "Dowse:", "Markdown", "XML", "JSON", "myeditor {file}:{line}"}
"""Words that are the same in every language."""
KEYS_OR_PATTERNS = re.compile(r"(Ctrl|Alt|Shift)\+.+|\*\.min\.js\n.*", re.DOTALL)
IDENTIFIER = re.compile(r"[a-z0-9_.:>-]*")
"""Names of icons, keys and pages are small and hold no blank."""


@pytest.fixture
def german(qapp):
    use_language(qapp, "de")
    yield
    use_language(qapp, "en")


def shown_texts(file):
    """Yield the texts that a file shows without translating them."""
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        values = [*call.args, *(word.value for word in call.keywords)] if name in SHOWING else []
        for value in values:
            parts = value.values if isinstance(value, ast.JoinedStr) else [value]
            for part in parts:
                text = part.value if isinstance(part, ast.Constant) else ""
                if isinstance(text, str) and re.search(r"[A-Za-z]{3,}", text):
                    yield part.lineno, text.strip()


def test_no_text_is_shown_that_cannot_be_translated():
    texts_shown = [
        f"{file.relative_to(REPOSITORY)}:{line}: {text}"
        for file in sorted((REPOSITORY / "ui").rglob("*.py"))
        for line, text in shown_texts(file)
        if text not in NAMES and not IDENTIFIER.fullmatch(text) and not KEYS_OR_PATTERNS.fullmatch(text)
    ]
    assert texts_shown == []


@pytest.mark.usefixtures("german")
def test_the_kind_of_a_root_is_named_in_the_language_of_the_window():
    bar = RootBar()
    root = structs.replace(tree_node("Cart", None, 0, Direction.BOTH), kind="class", path="cart.py", start_line=12)
    bar.show_root("Cart", root)
    assert bar.words == "Cart, Klasse, cart.py:12"
    bar.show_root("Cart", structs.replace(root, kind="resource"))
    assert bar.words == "Cart, resource, cart.py:12"


@pytest.mark.parametrize("language", translations.PLURAL_FORMS)
def test_a_language_is_whole_and_holds_nothing_old(language):
    known_texts = translations.known(translations.TARGET / f"dowse_{language}.ts")
    texts = translations.messages(REPOSITORY / "ui")
    assert [text for text in texts if not all(known_texts.get(text, [""]))] == []
    assert sorted(set(known_texts) - set(texts)) == []


@pytest.mark.parametrize("language", translations.PLURAL_FORMS)
def test_a_translation_keeps_the_places_for_values(language):
    known_texts = translations.known(translations.TARGET / f"dowse_{language}.ts")
    placeholders = re.compile(r"\{\w+\}")
    for text, forms in known_texts.items():
        for form in forms:
            assert set(placeholders.findall(form)) <= set(placeholders.findall(text)), text
        assert set(placeholders.findall(forms[-1])) == set(placeholders.findall(text)), text


@pytest.mark.parametrize("language", translations.PLURAL_FORMS)
def test_the_compiled_file_is_that_of_its_source(language, tmp_path):
    source = translations.TARGET / f"dowse_{language}.ts"
    translations.compile_to(source, tmp_path / "fresh.qm")
    assert source.with_suffix(".qm").read_bytes() == (tmp_path / "fresh.qm").read_bytes()


def test_english_needs_no_file(qapp):
    assert use_language(qapp, "en") == "en"
    assert [counted(n, "{n} file", "{n} files") for n in (0, 1, 2, 1024)] == [
        "0 files",
        "1 file",
        "2 files",
        "1,024 files",
    ]


def test_german_words_plurals_and_numbers(german):
    assert translate("Settings") == "Einstellungen"
    assert [counted(n, "{n} file", "{n} files") for n in (0, 1, 2, 1024)] == [
        "0 Dateien",
        "1 Datei",
        "2 Dateien",
        "1.024 Dateien",
    ]
    assert number(12_418) == "12.418"
    assert size_words(53_400_000) == "53,4 MB"
    assert translate("a text that nobody translates") == "a text that nobody translates"


def test_scores_have_the_decimal_sign_of_the_language(german, qtbot):
    assert with_hundredths(0.65) == "0,65"
    file = some_files(1)[0]
    assert parts_shown(file)
    assert all("," in share and "." not in share for _, share in parts_shown(file))
    box = FractionBox(0.0, 1.0, "Weight of meaning")
    qtbot.addWidget(box)
    box.setValue(0.65)
    assert box.text() == "0,65"


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("typed", ["0.35", "0,35"])
def test_a_point_and_a_comma_can_be_typed_in_a_fraction(qapp, qtbot, code, typed):
    use_language(qapp, code)
    box = FractionBox(0.0, 1.0, "Weight of meaning")
    qtbot.addWidget(box)
    use_language(qapp, "en")
    box.selectAll()
    qtbot.keyClicks(box, typed)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == 0.35
    assert box.text() == ("0,35" if code == "de" else "0.35")


def test_the_dialogs_of_qt_speak_german(german, qapp, qtbot):
    def labels():
        dialog = QFileDialog()
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        qtbot.addWidget(dialog)
        return {label.text() for label in dialog.findChildren(QLabel)}

    assert "&Suchen in:" in labels()
    use_language(qapp, "en")
    assert "&Suchen in:" not in labels()


def test_the_list_of_files_to_write_has_sizes_and_days_in_the_language_of_the_window(german, tmp_path, qtbot):
    (tmp_path / "tree.json").write_text("x" * 812)
    (tmp_path / "large.json").write_text("x" * 3_240_000)
    dialog = save_dialog(None, "Export", str(tmp_path / "new.json"), "JSON (*.json)", native=False)
    qtbot.addWidget(dialog)
    dialog.show()
    (view,) = dialog.findChildren(QTreeView)

    def rows():
        model, top = view.model(), view.rootIndex()
        cells = [
            [model.index(row, column, top).data() for column in (0, 1, 3)] for row in range(model.rowCount(top))
        ]
        return {name: (size, day) for name, size, day in cells}

    qtbot.waitUntil(lambda: len(rows()) == 2)
    assert {name: size for name, (size, _) in rows().items()} == {"tree.json": "812 Bytes", "large.json": "3,2 MB"}
    written = QFileInfo(str(tmp_path / "tree.json")).lastModified()
    assert rows()["tree.json"][1] == f"{date_words(written.date())} {written.toString('HH:mm')}"
    assert chosen_path(dialog) == str(tmp_path / "new.json")


@pytest.mark.parametrize(
    ("chosen", "system", "language"),
    [
        ("de", ("en-US",), "de"),
        ("", ("de-AT", "en"), "de"),
        ("", ("fr-FR", "de-DE"), "de"),
        ("", ("fr-FR",), "en"),
        ("fr", ("de-DE",), "en"),
        ("de_CH", (), "de"),
    ],
)
def test_the_chosen_language_comes_before_the_systems(chosen, system, language):
    assert language_for(chosen, system) == language


GERMAN_WINDOW = """
import sys, tempfile
from pathlib import Path
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea
from ui.i18n.language import use_language
app = QApplication([])
use_language(app, "de")
from ui.application.builder import make_window
from ui.popups.key_sheet import KeySheet
from ui.services import Services
with tempfile.TemporaryDirectory() as folder:
    window = make_window(app, Services(Path(folder), Path(folder), len))
    window.resize(1400, 900)
    window.show()
    workbench = window.workbench
    print(workbench.layout.tuning.slider.accessibleName(), workbench.actions.action("settings").text(), sep="|")
    presets = workbench.layout.tuning.presets
    print(*(button.text() for button in presets.findChildren(QAbstractButton)), sep="|")
    print(*(button.text() for button in presets.findChildren(QAbstractButton) if button.isChecked()), sep="|")
    workbench.trigger("keys")
    (sheet,) = window.findChildren(KeySheet)
    sheet.fill()
    for _ in range(20):
        app.processEvents()
    area = sheet.findChild(QScrollArea)
    print(area.widget().minimumSizeHint().width() <= area.viewport().width())
    window.close()
"""


def test_a_window_speaks_german_to_its_last_table_of_words():
    environment = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8"}
    process = subprocess.run(
        [sys.executable, "-P", "-c", GERMAN_WINDOW],
        env=environment, cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=100,
    )  # fmt: skip
    words, presets, chosen, fits = process.stdout.splitlines()
    assert words == "Gewicht der Bedeutung|Einstellungen"
    assert presets == "Wörter 0,2|Mitte 0,5|Bedeutung 0,8|Nur Bedeutung"
    assert chosen == "Bedeutung 0,8"
    assert fits == "True"


GERMAN_PANES = """
from PySide6.QtWidgets import QApplication
from ui.i18n.language import use_language
app = QApplication([])
use_language(app, "de")
from search.types.graph import Direction, EdgeType
from tests.ui.pane_samples import lease_tree, tree_node
from ui.panels.context.pane import ContextPane
from ui.panels.dependencies.edges import edge_words
from ui.panels.dependencies.model import DependencyModel
from ui.panels.dependencies.words import as_text, summary
tree, model = lease_tree(), DependencyModel()
model.set_tree(tree)
print(as_text(tree, model.groups), summary(model.groups))
print("|".join(edge_words(tree_node("a", "b", 1, Direction.DEPENDS_ON, edge_types=(kind,))) for kind in EdgeType))
print(ContextPane(len).budget.text())
"""


def test_trees_and_numbers_speak_german():
    environment = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8"}
    printed = subprocess.run(
        [sys.executable, "-P", "-c", GERMAN_PANES],
        env=environment, cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=100,
    ).stdout.splitlines()  # fmt: skip
    tree, edges, budget = "\n".join(printed[:-2]), printed[-2].split("|"), printed[-1]
    assert "11 weitere unter Tiefe 3" in tree
    assert "11 Knoten unter Tiefe 3" in tree
    assert not {*edges} & {kind.value.replace("_", " ") for kind in EdgeType}
    assert budget == "4.000 Tokens"


def test_languages_from_right_to_left_turn_the_window_round(qapp):
    use_language(qapp, "ar")
    assert qapp.layoutDirection() is Qt.LayoutDirection.RightToLeft
    use_language(qapp, "en")
    assert qapp.layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_painted_words_run_in_their_own_direction(themed):
    def drawn() -> QImage:
        image = QImage(200, 30, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        draw(painter, TextStyle(13), 10, 20, "1 chunk of #C")
        painter.end()
        return image

    before = drawn()
    use_language(themed, "ar")
    after = drawn()
    use_language(themed, "en")
    assert before == after


def test_badges_speak_german_and_keep_their_colours(themed, german):
    picture = QImage(200, 24, QImage.Format.Format_RGB32)
    picture.fill(c("surface"))
    with QPainter(picture) as painter:
        end = draw_badge(painter, "cycle", 0.0, 12.0)
    assert end == badge_width("cycle") == badge_width("Zyklus")
    assert picture.pixelColor(4, 12) == c("danger_soft")
    assert badge_words("branch next") == "branch next"


@pytest.mark.parametrize("scale", [100, 160])
def test_no_word_of_the_first_page_is_cut(german, themed, qtbot, scale):
    set_scale_percent(scale)
    page = FirstRunPage()
    qtbot.addWidget(page)
    page.resize(1440, 900)
    page.offer([GitFolder("/src/relay", 12), GitFolder("/src/gateway", 3)])
    page.show()
    for label in page.findChildren(Text):
        fits = label.width() >= label.sizeHint().width()
        assert fits or (label.wordWrap() and label.height() >= label.heightForWidth(label.width())), label.text()


def test_the_device_is_named_in_the_language_of_the_window(german):
    assert device_words("CPU, 2 threads, bf16") == "CPU, 2 Threads, bf16"
    assert device_words("CPU, 1 thread, f32") == "CPU, 1 Thread, f32"
    assert device_words("NVIDIA H100") == "NVIDIA H100"


def test_types_of_documents_are_named_in_the_language_of_the_window(german):
    (types,) = (group for group in GROUPS if group.column == "doc_type")
    labels = [
        Value(types, value, 1).label for value in ("code", "configuration", "data", "document", "adr", "my_kind")
    ]
    assert labels == ["Code", "Konfiguration", "Daten", "Dokument", "ADR", "My kind"]
