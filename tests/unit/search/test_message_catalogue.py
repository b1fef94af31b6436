"""Every message of the sources has a text in every language, and a text is there for every value it is given."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.wire import error_from, failure, reply_from
from search.errors import NotFoundError
from search.messages import ONE, REMEDY, Message, text

ROOT = Path(__file__).resolve().parents[3]
ENGLISH, GERMAN = (
    json.loads((ROOT / "resources" / "messages" / f"{language}.json").read_text("utf-8"))
    for language in ("en", "de")
)
ROOMS = ("app", "ui", "search", "indexer")
NO_VALUES = {"remedy", "candidates"}
"""Keywords of errors that are not values of the message."""


def string_constants() -> set[str]:
    strings: set[str] = set()
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            tree = ast.walk(ast.parse(file.read_text("utf-8")))
            strings |= {
                node.value for node in tree if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return strings


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Yield each call that makes a message or an error with a code, its code and the names of its values."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                code = node.args[0]
                if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
                    continue
                if name in {"Message", "kind"} or name.endswith("Error"):
                    values = {word.arg or "**" for word in node.keywords} - NO_VALUES
                    if name == "Message" or code.value in ENGLISH or is_code(code.value):
                        yield f"{file.relative_to(ROOT)}:{node.lineno}", code.value, values


def is_code(value: str) -> bool:
    return re.fullmatch(r"[a-z]+\.[a-z_]+", value) is not None


def placeholders(code: str, texts: dict[str, str]) -> set[str]:
    both = texts.get(code, "") + texts.get(code + REMEDY, "")
    return set(re.findall(r"(?<!\{)\{(\w+)", both))


def test_all_languages_have_the_same_codes_with_the_same_placeholders() -> None:
    assert sorted(ENGLISH) == sorted(GERMAN)
    assert [code for code in ENGLISH if placeholders(code, ENGLISH) != placeholders(code, GERMAN)] == []


def test_every_code_of_the_sources_has_a_text() -> None:
    assert [(position, code) for position, code, _ in calls() if code and code not in ENGLISH] == []


def test_every_text_is_used() -> None:
    used = string_constants()
    assert [code for code in ENGLISH if code.removesuffix(REMEDY).removesuffix(ONE) not in used] == []


def test_every_message_is_given_the_values_of_its_texts() -> None:
    codes = [(position, code, values) for position, code, values in calls() if code in ENGLISH]
    assert [position for position, code, values in codes if values != placeholders(code, ENGLISH)] == []


def test_no_error_is_raised_with_a_sentence() -> None:
    sentences = []
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and any(word.arg == "remedy" for word in node.keywords):
                    remedy = next(word.value for word in node.keywords if word.arg == "remedy")
                    if isinstance(remedy, ast.JoinedStr) or (
                        isinstance(remedy, ast.Constant) and remedy.value and remedy.value not in ENGLISH
                    ):
                        sentences.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert sentences == []


def test_an_error_crosses_the_wire_with_its_code_and_values() -> None:
    reply = reply_from(failure(1, NotFoundError("roots.not_there", path="/docs/\udce9t\udce9")))
    error = error_from(reply)  # type: ignore[arg-type]
    assert isinstance(error, NotFoundError)
    assert (error.message.code, str(error)) == ("roots.not_there", "/docs/\\udce9t\\udce9 does not exist")
    assert text(error.remedy, "de") == "Prüfen Sie den Pfad."


def test_numbers_have_the_separators_of_the_language() -> None:
    message = Message("mcp.query_too_long", name="query", count=12_418, limit=2_000)
    assert text(message) == "query has 12,418 characters"
    assert text(message, "de") == "query hat 12.418 Zeichen"


def test_a_message_inside_a_message_is_in_the_same_language() -> None:
    message = Message("model.meaning_off", reason=Message("model.no_gpu"))
    assert text(message, "de").startswith("Die Suche nach Bedeutung ist aus: es gibt keine GPU")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_missing_value_and_an_unknown_code_do_not_fail(language: str) -> None:
    assert "{path}" in text(Message("roots.not_there"), language)
    assert text(Message("later.code"), language) == "later.code"
