"""The window's words in other languages: ``make translations`` updates the .ts files and compiles them.

Every ``translate("...")`` and ``counted(n, "one", "many")`` of the window goes into the .ts files below
resources/translations; what a translator wrote stays. A text without translation is marked as unfinished, and
a test names it.
"""

import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "resources" / "translations"
CONTEXT = "Window"
PLURAL_FORMS = {"de": 2}
"""Languages and how many plural forms Qt asks of each."""


def messages(folder: Path) -> dict[str, bool]:
    """Return every text that the sources translate, and whether it has plural forms."""
    texts: dict[str, bool] = {}
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                texts.update(_texts(node))
    texts.update(_edge_names(folder / "panels" / "dependencies" / "edges.py"))
    texts.update(_signal_labels(folder.parent / "search" / "ranking" / "signals"))
    texts.update(_sentences(folder / "painting" / "badge_words.py"))
    texts.update(_sentences(folder / "painting" / "kind_words.py"))
    return texts


def _texts(call: ast.Call) -> dict[str, bool]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    texts = [
        argument.value
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if name == "translate" and texts:
        return {texts[0]: False}
    return {texts[-1]: True} if name == "counted" and len(texts) == 2 else {}


def _signal_labels(folder: Path) -> dict[str, bool]:
    """Return the labels of the ranking signals: the rules hold them in English."""
    calls = (node for file in sorted(folder.glob("*.py")) for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    labels = (
        word.value for call in calls if isinstance(call, ast.Call) for word in call.keywords if word.arg == "label"
    )
    return {label.value: False for label in labels if isinstance(label, ast.Constant)}


def _edge_names(file: Path) -> dict[str, bool]:
    """Return names and tips of the edge chips: saved walks keep them, so they are translated when shown."""
    names: dict[str, bool] = {}
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "EdgeGroup":
            values = [node.args[0], *(word.value for word in node.keywords if word.arg == "tip")]
            names.update({v.value: False for v in values if isinstance(v, ast.Constant)})
    return names | {"External": False}


def _sentences(file: Path) -> dict[str, bool]:
    """Return words of badges and of kinds, which are English until they are shown."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SENTENCES":
            return dict.fromkeys(ast.literal_eval(node.value), False)
    return {}


def known(file: Path) -> dict[str, list[str]]:
    """Return the translations of a .ts file."""
    if not file.exists():
        return {}
    return {
        message.findtext("source", ""): [form.text or "" for form in message.iter("numerusform")]
        or [message.findtext("translation", "")]
        for message in ET.parse(file).iter("message")  # noqa: S314 - a file of this repository
    }


def write(file: Path, language: str, texts: dict[str, bool], known_texts: dict[str, list[str]]) -> None:
    """Write a .ts file with all texts, in alphabetical order so that a change is a small difference."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text in sorted(texts):
        _write_message(context, text, known_texts.get(text, []), PLURAL_FORMS[language] if texts[text] else 0)
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', "utf-8")


def _write_message(context: ET.Element, text: str, forms_known: list[str], forms: int) -> None:
    message = ET.SubElement(context, "message", {"numerus": "yes"} if forms else {})
    ET.SubElement(message, "source").text = text
    finished = len(forms_known) == max(1, forms) and all(forms_known)
    translation = ET.SubElement(message, "translation", {} if finished else {"type": "unfinished"})
    if not forms:
        translation.text = forms_known[0] if forms_known else ""
    for form in range(forms):
        ET.SubElement(translation, "numerusform").text = forms_known[form] if form < len(forms_known) else ""


def compile_to(source: Path, target: Path) -> None:
    """Compile a .ts file with Qt's lrelease."""
    program = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([str(program), "-silent", str(source), "-qm", str(target)], check=True)


def main() -> int:
    """Update and compile all languages; return how many texts are unfinished."""
    TARGET.mkdir(exist_ok=True)
    texts, missing = messages(ROOT / "ui"), 0
    for language in PLURAL_FORMS:
        file = TARGET / f"dowse_{language}.ts"
        known_texts = known(file)
        write(file, language, texts, known_texts)
        compile_to(file, file.with_suffix(".qm"))
        open_texts = [text for text in texts if not all(known_texts.get(text, [""]))]
        missing += len(open_texts)
        sys.stdout.write(f"{language}: {len(texts)} texts, {len(open_texts)} without translation\n")
        sys.stdout.writelines(f"  {text!r}\n" for text in open_texts)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
