"""An error message leads to the literal that formatted it, in the ways of writing literals of seven languages."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written


@dataclass(frozen=True, slots=True)
class Case:
    """A file with the statement that formats a message, and the message with its values."""

    path: str
    statement: str
    message: str


CASES = (
    Case(
        "lib/fstring.py",
        'raise LeaseLost(f"lease {job.id!r} of {owner} lost after {seconds:.1f} s")',
        "lease 'j-42' of bob lost after 3.2 s",
    ),
    Case(
        "lib/percent.py",
        'log.error("could not renew %s: %d attempts in %(window)s left", name, n)',
        "could not renew nightly: 3 attempts in 5m left",
    ),
    Case(
        "lib/format.py",
        'raise ValueError("column {0} of table {1!r} holds {2:>5} values, not {want}".format(a, b, c, want=1))',
        "column price of table 'orders' holds    12 values, not 1",
    ),
    Case(
        "lib/joined.py",
        'raise ValueError(\n    "the signature of {} is wrong, "\n    "as its key changed on {}".format(a, b)\n)',
        "the signature of 77 is wrong, as its key changed on Monday",
    ),
    Case(
        "src/Interpolation.cs",
        'throw new PayException($"Refund {refund.Id:D8} exceeds the amount of order {order.Number}");',
        "Refund 00000042 exceeds the amount of order R-2024-7",
    ),
    Case(
        "src/Logging.cs",
        'logger.LogError("Stock of {ProductId} fell below {Minimum} in warehouse {Warehouse}", id, min, house);',
        "Stock of espresso-1kg fell below 20 in warehouse Bremen",
    ),
    Case(
        "src/Format.java",
        'throw new Busy(String.format("Cannot open ledger %s (code %04d): device %s busy", name, code, device));',
        "Cannot open ledger 2026-11 (code 0013): device /dev/sda busy",
    ),
    Case(
        "src/Concat.java",
        'throw new IllegalStateException("Session of user " + user + " expired at " + time + ", sign in again");',
        "Session of user 17 expired at 10:42, sign in again",
    ),
    Case(
        "src/Slf4j.java",
        'log.warn("Retrying payment {} through gateway {} because of {}", payment, gateway, reason);',
        "Retrying payment 881 through gateway stripe because of timeout",
    ),
    Case(
        "pkg/errorf.go",
        'return fmt.Errorf("dial upstream %s on port %d: certificate %+v is not trusted: %w", h, p, c, err)',
        "dial upstream api.shop on port 443: certificate {CN:x} is not trusted: EOF",
    ),
    Case(
        "pkg/sprintf.go",
        'panic(fmt.Sprintf("queue %s overflowed: %5.2f%% of %v slots used", name, share, slots))',
        "queue mails overflowed: 99.70% of 512 slots used",
    ),
    Case(
        "web/template.js",
        "throw new Error(`Basket ${basket.id} cannot hold ${items.map(i => i.name).join()} any more`);",
        "Basket b-9 cannot hold mug,cup any more",
    ),
    Case(
        "web/concat.ts",
        "throw new TypeError('Coupon ' + code + ' was already redeemed by customer ' + customer);",
        "Coupon XMAS was already redeemed by customer 5",
    ),
    Case(
        "web/printf.js",
        "console.error('socket %s closed unexpectedly with status %i', id, status);",
        "socket s1 closed unexpectedly with status 1006",
    ),
    Case(
        "src/Lines.java",
        'throw new BadJson("Class " + type + " declares multiple fields named \'" + name + "\'; "\n'
        '    + "conflict is caused by " + first + " and " + second + "\\nSee " + url("duplicate-fields"));',
        "Class com.foo.Bar declares multiple fields named 'id'; conflict is caused by A#id and B#id",
    ),
    Case(
        "src/Sentences.java",
        'throw new Unbuilt("Interfaces can\'t be instantiated! Register a creator for this type. Name: " + type);',
        "Interfaces can't be instantiated! Register a creator for this type. Name: java.util.Foo",
    ),
    Case(
        "src/Beginning.cs",
        'throw new Closed($"The invoice archive of {tenant} is closed for the year {year}; ask {person}");',
        "The invoice archive of Sellars is closed for the year 2023",
    ),
    Case(
        "commands/notices.py",
        """print(f"[{check.flips}] Telling {address} that '{check.name}' flaps")""",
        "[250] Telling ann.smith@mail.example.org that 'nightly backup of the database' flaps",
    ),
    Case(
        "commands/fetching.py",
        'raise Refused(f"Got no feed from {url} for {name!r}")',
        "Got no feed from https://news.example.org/world/europe/latest.xml for 'Europe and the world, daily'",
    ),
    Case(
        "commands/copying.go",
        'return fmt.Errorf("unable to move %s to %s", from, to)',
        "unable to move /home/ann/inbox/holiday-pictures.zip to /srv/archive/pictures/last-year",
    ),
    Case(
        "crates/format.rs",
        'return Err(format!("segment {index:?} of journal {path} is truncated at byte {0:#x}", offset));',
        "segment Some(3) of journal wal.log is truncated at byte 0x1f",
    ),
    Case(
        "crates/panic.rs",
        'panic!("worker {} stopped responding to heartbeats within {:.2}s", worker.name, limit);',
        "worker alpha stopped responding to heartbeats within 1.50s",
    ),
)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    files = {case.path: case.statement + "\n" for case in CASES}
    files["docs/errors.md"] = "# Errors\n\n" + "\n".join(f"- {case.message}" for case in CASES) + "\n"
    root = written(tmp_path_factory.mktemp("shop"), files)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


@pytest.mark.parametrize("shape", ["typed", "in a log"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path)
def test_a_message_leads_to_the_file_that_formatted_it(core: LocalCore, case: Case, shape: str) -> None:
    text = (
        case.message if shape == "typed" else f"It stops\n2026-01-02 10:00:00,1 ERROR shop.main: {case.message}\n"
    )
    files = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD))).files
    formatting = [
        file.path for file in files if any(signal.name == "formats_message" for signal in file.why.signals)
    ]
    assert formatting == [case.path]
    assert next(file.path for file in files if not file.path.startswith("docs/")) == case.path


def test_code_that_shows_a_message_comes_before_catalogues_that_translate_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    message = "Saving failed. Click here to try again."
    texts = {"de": "Speichern fehlgeschlagen. Erneut versuchen.", "en_GB": message, "fr": "Échec. Réessayez."}
    files = {
        **{f"l10n/{code}.js": f'register("shop", {{\n"{message}" : "{text}"}})\n' for code, text in texts.items()},
        "src/Cart.vue": f"<template>\n<p>{{{{ t('shop', '{message}') }}}}</p>\n</template>\n",
    }
    root = written(tmp_path_factory.mktemp("shop"), files)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as core:
        shown = core.search(SearchQuery(message, RankSettings(mode=Mode.KEYWORD))).files
    formatting = [
        file.path for file in shown if any(signal.name == "formats_message" for signal in file.why.signals)
    ]
    assert formatting == ["src/Cart.vue"]
    assert shown[0].path == "src/Cart.vue"


def test_names_in_the_literal_of_a_message_are_no_question_for_their_definitions(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = {
        "src/Built.java": "class Built { Object make(String type) { throw new Unbuilt("
        '"Interfaces cannot be built! Register a ShopCreator or a ShopAdapter for it. Name: " + type); } }\n',
        "src/ShopCreator.java": "/** Creates a shop; register it by type, name. */\ninterface ShopCreator { }\n",
        "src/ShopAdapter.java": "/** Adapts a shop. Register it for a type. */\nabstract class ShopAdapter { }\n",
    }
    root = written(tmp_path_factory.mktemp("shop"), files)
    message = "Interfaces cannot be built! Register a ShopCreator or a ShopAdapter for it. Name: java.util.Foo"
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as core:
        for text in (message, f"It stops\n{message}\n", "ShopCreator"):
            first = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD))).files[0].path
            assert first == ("src/ShopCreator.java" if text == "ShopCreator" else "src/Built.java")


def test_a_literal_that_gives_little_of_a_message_did_not_format_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = {"src/few.py": 'raise Lost(f"The shipment {name} is late")\n'}
    root = written(tmp_path_factory.mktemp("shop"), files)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as core:
        for message, formats in (
            ("The shipment 'seven boxes of red wine from the south' is late", True),
            ("The shipment which wasn't paid by those who haven't got any money is late", False),
        ):
            files_shown = core.search(SearchQuery(message + ".", RankSettings(mode=Mode.KEYWORD))).files
            signals = [signal.name for file in files_shown for signal in file.why.signals]
            assert ("formats_message" in signals) is formats
