"""The generated reference: as the code has it, and true of what the commands really print."""

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main, parser
from app.cli.parser_view import all_commands, view_of
from app.cli.reference import ANSWERS, DOCS, pages, schema_of
from search.lazy_import import lazy_import
from tests.integration.mcp_parts import stop_engine, write_shop

WITHOUT_JSON = {"mcp", "completion"}
CALLS: tuple[tuple[str, ...], ...] = (
    ("search", "total"),
    ("search", "nothing_like_it", "--mode", "keyword"),
    ("search", "total", "--explain"),
    ("search", "--regex", "def total"),
    ("tree", "checkout"),
    ("path", "checkout", "total"),
    ("path", "total", "checkout"),
    ("where", "the total of a cart is wrong, cart.py:2"),
    ("impact", "total"),
    ("table", "orders"),
    ("cycles",),
    ("architecture",),
    ("unused",),
    ("unreadable",),
    ("context", "total", "--budget", "60"),
    ("status",),
    ("why", "src/cart.py"),
    ("why", "nowhere.py"),
    ("roots",),
    ("rules",),
    ("access", "--groups", "board"),
    ("open", "dowse://open?path=src/cart.py&line=4"),
    ("open", "dowse://search?q=total"),
    ("engine", "status"),
    ("engine", "pause"),
    ("engine", "resume"),
    ("engine", "speed", "quiet"),
    ("engine", "autostart", "on"),
    ("menu",),
    ("doctor",),
    ("move", "shop", "{shop}"),
    ("index", "{shop}", "--dry-run"),
    ("uninstall",),
    ("forget", "shop"),
    ("engine", "stop"),
)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[Any]]]:
    """Return what each command really printed, by the name of the command."""
    folder = tmp_path_factory.mktemp("reference")
    capture = pytest.MonkeyPatch()
    capture.setenv("XDG_RUNTIME_DIR", str(folder))
    capture.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    settings = folder / "config" / "dowse" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[embeddings]\nsemantic = false\n")
    write_shop(folder / "shop")
    (folder / "shop" / "orders.sql").write_text("CREATE TABLE orders (id INT);\nGO\n")
    rule = '\n[[architecture]]\nfrom = "src/cart.py"\nmust_not_reach = "src/price.py"\n'
    with (folder / "shop" / ".dowse.toml").open("a") as policy:
        policy.write(rule)
    index = folder / "index"
    results: dict[str, list[Any]] = {}
    calls = (("index", str(folder / "shop"), "--no-semantic"), ("engine", "start", "--keep"), *CALLS)
    for template in calls:
        call = tuple(argument.format(shop=folder / "shop") for argument in template)
        name = " ".join(call[:2]) if call[0] == "engine" else call[0]
        name += "".join(f" {option}" for option in ("--dry-run", "--regex") if option in call)
        results.setdefault(name, []).append(_json_of([*call, "--index", str(index), "--json"]))
    stop_engine(index)
    settings.write_text("")
    yield results | _printed_by_meaning(folder)
    capture.undo()


def _printed_by_meaning(folder: Path) -> dict[str, list[Any]]:
    """Return what the commands print that need the model, from an engine that the first of them starts."""
    notes = folder / "notes"
    notes.mkdir()
    (notes / "refunds.md").write_text("# Refunds\n\nA refund is paid back within ten days.\n")
    index = folder / "notes-index"
    _json_of(["index", str(notes), "--index", str(index), "--json"])
    names = ("search --documents", "search --sections", "search --external")
    try:
        calls = {name: [*name.split(), "refund paid back", "--index", str(index), "--json"] for name in names}
        return {name: [_json_of(call)] for name, call in calls.items()}
    finally:
        stop_engine(index)


def _json_of(arguments: list[str]) -> Any:
    message = io.StringIO()
    with contextlib.redirect_stdout(message), contextlib.redirect_stderr(io.StringIO()):
        main(arguments)
    return json.loads(message.getvalue())


def _validator(name: str) -> Any:
    with lazy_import(("rfc3987_syntax",)):  # compiles a grammar of addresses for 4 s; no schema of ours has one
        from jsonschema import Draft202012Validator
    return Draft202012Validator(schema_of(name))


def test_every_command_has_a_schema() -> None:
    names = {command.name for command in all_commands(view_of(parser()))}
    assert names - WITHOUT_JSON == {name.partition(" --")[0] for name in ANSWERS}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_command_prints_is_what_its_schema_says(name: str, printed: dict[str, list[Any]]) -> None:
    validator = _validator(name)
    validator.check_schema(validator.schema)
    assert printed[name]
    for value in printed[name]:
        validator.validate(value)


def test_document_search_waits_for_the_model_of_an_engine_that_it_starts(printed: dict[str, list[Any]]) -> None:
    paths = [result["relative_path"] for result in printed["search --documents"][0]["results"]]
    assert paths == ["refunds.md"]


def test_a_schema_refuses_a_key_it_does_not_know_and_the_lack_of_one_it_demands(
    printed: dict[str, list[Any]],
) -> None:
    validator = _validator("status")
    status = printed["status"][0]
    assert not validator.is_valid({**status, "more": 1})
    assert not validator.is_valid({key: value for key, value in status.items() if key != "files"})


def test_the_committed_reference_is_what_the_code_gives() -> None:
    arguments = pages()
    stale = [name for name, text in arguments.items() if not (DOCS / name).is_file() or _read(name) != text]
    assert stale == [], "run: make reference"
    retained = {path.relative_to(DOCS).as_posix() for path in (DOCS / "reference" / "schemas").iterdir()}
    assert retained == {name for name in arguments if name.startswith("reference/schemas/")}


def _read(name: str) -> str:
    return Path(DOCS / name).read_text("utf-8")
