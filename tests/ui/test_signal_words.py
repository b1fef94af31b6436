"""What moved a file is said in words, and in the language of the window."""

import pytest
from msgspec import structs

from search.ranking.signals.demotions import DEMOTIONS
from search.ranking.signals.rules import SIGNALS
from search.ranking.signals.wordings import PARTS, RELATIONS
from search.types.query import RankSettings
from search.types.results import Parts, Signal, Why
from tests.ui.pane_samples import chunk_hit, file_hit
from ui.controllers.spot import Spot
from ui.i18n.language import use_language
from ui.panels.results.reasons import reasons_of
from ui.panels.results.sentences import score_tip, signal_name, title_of

NAMES = {wording.name for wording in (*SIGNALS, *DEMOTIONS, *RELATIONS, *PARTS)}


@pytest.fixture
def german(qapp):
    use_language(qapp, "de")
    yield
    use_language(qapp, "en")


@pytest.mark.parametrize("name", sorted(NAMES - {"test"}))
def test_a_signal_is_called_otherwise_in_german(name: str, request: pytest.FixtureRequest) -> None:
    signal = Signal(name, 1.0, 0.1)
    english = signal_name(signal)
    request.getfixturevalue("german")
    assert signal_name(signal) != english


@pytest.mark.usefixtures("german")
def test_what_a_question_of_change_raises_is_said_in_german() -> None:
    signals = Signal("uses_named", 1.0, 0.3, "calls A.b, line 4"), Signal("changed_together", 0.5, 0.07, "a/b.py")
    file = file_hit(1, "shop/worker.py", why=Why(signals=signals), parts=Parts(structure=0.3, history=0.07))
    assert dict(reasons_of(file, RankSettings(), "b"))["Struktur"] == (
        "+0,30 Nutzt, was sich ändern soll: calls A.b, line 4",
        "+0,07 Geändert zusammen mit: a/b.py",
    )
    assert "Geändert zusammen mit (a/b.py) +0,07" in score_tip(file, 0.5)


@pytest.mark.usefixtures("german")
def test_the_ranks_of_a_chunk_are_said_in_german() -> None:
    best, *_ = dict(reasons_of(file_hit(1, "shop/worker.py"), RankSettings(), "b"))["Beste Abschnitte"]
    assert best.endswith("(Rang nach Wort 1, nach Bedeutung 2)")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("path", "heading", "shown"),
    [
        ("a.pdf", "The lease > Page 3", "The lease \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Seite 3"),
        ("a.pptx", "Slide 2: Page 3", "Folie 2: Page 3"),
        ("a.pdf", "Page rules", "Page rules"),
        ("a.md", "Page 3", "Page 3"),
    ],
)
def test_numbers_of_pages_and_slides_are_said_in_german(path: str, heading: str, shown: str) -> None:
    chunk = structs.replace(chunk_hit(path, 1, 1, 2), header_path=heading, kind="section")
    assert title_of(chunk) == shown
    assert Spot.of_hit(file_hit(1, path), chunk).symbol == shown.replace(
        "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", ">"
    )


def test_a_signal_that_has_no_words_is_told_by_its_name() -> None:
    assert signal_name(Signal("newly_made", 1.0, 0.1)) == "Newly made"
