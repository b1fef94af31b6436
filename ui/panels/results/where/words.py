"""Texts of the rows of located files, in the language of the window."""

from search.types.locations import CoveringTest, EvidenceKind, LocationEvidence
from ui.i18n.language import translate
from ui.panels.results.sentences import reason_text


def kind_name(kind: EvidenceKind) -> str:
    """Return the name of a kind of evidence."""
    names = {
        EvidenceKind.FRAME: translate("Stack frame"),
        EvidenceKind.MESSAGE: translate("Error message"),
        EvidenceKind.NAME: translate("Name"),
        EvidenceKind.COMMIT: translate("Commit"),
        EvidenceKind.WORDS: translate("Words"),
        EvidenceKind.MEANING: translate("Meaning"),
        EvidenceKind.GRAPH: translate("Dependencies"),
    }
    return names[kind]


def kind_names(kinds: tuple[EvidenceKind, ...]) -> str:
    """Return the names of several kinds of evidence."""
    return ", ".join(map(kind_name, kinds))


def evidence_text(evidence: LocationEvidence) -> str:
    """Return the text of the evidence; empty for a semantic match."""
    return f"{evidence.commit} {reason_text(evidence.reason)}".strip()


def test_text(test: CoveringTest) -> str:
    """Return why a test covers something."""
    return "  ".join(part for part in (kind_names(test.by), reason_text(test.reason)) if part)
