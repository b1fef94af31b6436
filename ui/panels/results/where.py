"""Shows where the text of the search field asks for a change: files, definitions, evidence and tests."""

from search.types.locations import ChangeLocations, CoveringTest, EvidenceKind, LocatedFile, LocationEvidence
from ui.i18n.language import message_text, translate
from ui.popups.why import Section

_SHARE_SHOWN = 0.005
"""Smaller shares would be shown as nothing."""


def kind_name(kind: EvidenceKind) -> str:
    """Return the name of a kind of evidence in the language of the window."""
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


def where_sections(locations: ChangeLocations) -> tuple[Section, ...]:
    """Return a section for each file, one for the tests, and one for the notes."""
    if not locations.files:
        return ((translate("Nothing found"), tuple(map(message_text, locations.notes))),)
    sections = [(f"{file.rank}. {file.path}", _lines_of(file)) for file in locations.files]
    if locations.tests:
        sections.append((translate("Tests"), tuple(map(_test_line, locations.tests))))
    if locations.notes:
        sections.append((translate("Notes"), tuple(map(message_text, locations.notes))))
    return tuple(sections)


def _lines_of(file: LocatedFile) -> tuple[str, ...]:
    definitions = (
        translate("{name}, line {line}: {evidence}").format(
            name=definition.name,
            line=definition.start_line,
            evidence=", ".join(map(kind_name, definition.evidence)),
        )
        for definition in file.definitions
    )
    return (*definitions, *map(_evidence_line, file.evidence))


def _evidence_line(evidence: LocationEvidence) -> str:
    detail = f"{evidence.commit} {evidence.detail}".strip()
    share = f"+{evidence.share:.2f}" if evidence.share >= _SHARE_SHOWN else ""
    return "  ".join(part for part in (kind_name(evidence.kind), detail, share) if part)


def _test_line(test: CoveringTest) -> str:
    kinds = ", ".join(map(kind_name, test.by))
    return "  ".join(part for part in (test.path, kinds, test.detail) if part)
