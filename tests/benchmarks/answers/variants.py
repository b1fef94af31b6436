"""What is compared: modes and weights, and each constant of the ranking left out or halved and raised."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from search.ranking import aggregate, documents, interleave, order, structure
from search.service import affected, assemble, graph_answers, mentions, search_service
from search.types.query import Fusion, Mode, RankSettings

PLAIN = RankSettings(structure=False, weight=0.5)
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Variant:
    """A ranking: settings, and constants that are other than usual (where, name, value)."""

    settings: RankSettings = field(default_factory=RankSettings)
    constants: tuple[tuple[Any, str, float], ...] = ()

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Put the constants in force for a while."""
        before = [(where, name, _value(where, name)) for where, name, _ in self.constants]
        try:
            for where, name, value in self.constants:
                _set(where, name, value)
            yield
        finally:
            for where, name, value in before:
                _set(where, name, value)


def _value(where: Any, name: str) -> Any:
    return where[name] if isinstance(where, dict) else getattr(where, name)


def _set(where: Any, name: str, value: float) -> None:
    if isinstance(where, dict):
        where[name] = value
    else:
        setattr(where, name, value)


MODES = {
    DEFAULT: Variant(),
    "keyword only": Variant(RankSettings(mode=Mode.KEYWORD)),
    "semantic only": Variant(RankSettings(mode=Mode.SEMANTIC)),
    "plain keyword": Variant(replace(PLAIN, mode=Mode.KEYWORD)),
    "plain semantic": Variant(replace(PLAIN, mode=Mode.SEMANTIC)),
    "plain weighted": Variant(PLAIN),
    "plain RRF": Variant(replace(PLAIN, fusion=Fusion.RRF)),
    "RRF with structure": Variant(RankSettings(fusion=Fusion.RRF)),
}

WEIGHTS = {f"weight {weight}": Variant(RankSettings(weight=weight)) for weight in (0.2, 0.4, 0.5, 0.7, 0.8)}


def _with(*constants: tuple[Any, str, float]) -> Variant:
    return Variant(constants=constants)


CONSTANTS = {
    "SECOND_CHUNK 0": _with((aggregate, "SECOND_CHUNK", 0.0), (aggregate, "CHUNKS_TOTAL", 1.15)),
    "THIRD_CHUNK 0": _with((aggregate, "THIRD_CHUNK", 0.0), (aggregate, "CHUNKS_TOTAL", 1.3)),
    "EXACT_DEFINITION 0": _with((structure, "EXACT_DEFINITION", 0.0)),
    "EXACT_DEFINITION 0.3": _with((structure, "EXACT_DEFINITION", 0.3)),
    "DEFINITION_COVERAGE 0": _with((structure, "DEFINITION_COVERAGE", 0.0)),
    "DEFINITION_COVERAGE 0.2": _with((structure, "DEFINITION_COVERAGE", 0.2)),
    "QUALIFIED_NAME 0": _with((structure, "QUALIFIED_NAME", 0.0)),
    "QUALIFIED_NAME 0.1": _with((structure, "QUALIFIED_NAME", 0.1)),
    "FILE_NAME_COVERAGE 0": _with((structure, "FILE_NAME_COVERAGE", 0.0)),
    "FILE_NAME_COVERAGE 0.15": _with((structure, "FILE_NAME_COVERAGE", 0.15)),
    "FILE_NAME_PRECISION 0": _with((structure, "FILE_NAME_PRECISION", 0.0)),
    "FILE_NAME_PRECISION 0.1": _with((structure, "FILE_NAME_PRECISION", 0.1)),
    "NAMES_COUNT_WHOLE 1e9 (never fade)": _with((assemble, "NAMES_COUNT_WHOLE", 1e9)),
    "NAMES_COUNT_WHOLE 1000": _with((assemble, "NAMES_COUNT_WHOLE", 1000)),
    "CARD 0": _with((order, "CARD_PER_WEIGHT", 0.0)),
    "CARD 0.3": _with((order, "CARD_PER_WEIGHT", 0.5)),
    "REFERRED_TO 0": _with((structure, "REFERRED_TO", 0.0)),
    "REFERRED_TO 0.2": _with((structure, "REFERRED_TO", 0.2)),
    "TEST_FACTOR 1": _with((structure.DEMOTIONS, "test", 1.0)),
    "TEST_FACTOR 0.6": _with((structure.DEMOTIONS, "test", 0.6)),
    "EXAMPLE_FACTOR 1": _with((structure.DEMOTIONS, "example", 1.0)),
    "TRANSLATION_FACTOR 1": _with((structure.DEMOTIONS, "translation", 1.0)),
    "VENDORED_FACTOR 1": _with((structure.DEMOTIONS, "vendored", 1.0)),
    "GENERATED_FACTOR 1": _with((structure.DEMOTIONS, "generated", 1.0)),
    "DATA_FACTOR 1": _with((structure.DEMOTIONS, structure.DATA, 1.0)),
    "DOCUMENT_LEAST 1 (documents as code)": _with(
        (documents, "DOCUMENT_LEAST", 1.0), (documents, "DOCUMENT_LEAST_FOR_CODE", 1.0)
    ),
    "DOCUMENT_LEAST 0.7": _with((documents, "DOCUMENT_LEAST", 0.7)),
    "DOCUMENT_LEAST_FOR_CODE 0.8": _with((documents, "DOCUMENT_LEAST_FOR_CODE", 0.8)),
    "DOCUMENT_LEAST_FOR_CODE 0.6": _with((documents, "DOCUMENT_LEAST_FOR_CODE", 0.6)),
    "WORDED_FOR_CODE 3 (no question)": _with((structure, "WORDED_FOR_CODE", 3), (documents, "WORDED_FOR_CODE", 3)),
    "WORDED_FOR_CODE 1 (nearly all)": _with((structure, "WORDED_FOR_CODE", 1), (documents, "WORDED_FOR_CODE", 1)),
    "DOCUMENT_LEAD 0.1": _with((documents, "DOCUMENT_LEAD", 0.1)),
    "FURTHER_DOCUMENT 1 (none counts less)": _with((interleave, "FURTHER_DOCUMENT", 1.0)),
    "FURTHER_DOCUMENT 0.8": _with((interleave, "FURTHER_DOCUMENT", 0.8)),
    "DOCUMENTS_IN_FULL 1": _with((interleave, "DOCUMENTS_IN_FULL", 1)),
    "DOCUMENTS_IN_FULL 3": _with((interleave, "DOCUMENTS_IN_FULL", 3)),
    "NEARLY_THERE 2 (no place kept)": _with((interleave, "NEARLY_THERE", 2.0)),
    "NEARLY_THERE 0.8": _with((interleave, "NEARLY_THERE", 0.8)),
    "DOCUMENT_PLACE 2": _with((interleave, "DOCUMENT_PLACE", 2)),
    "MENTIONED 0": _with((structure, "MENTIONED", 0.0)),
    "MENTIONED 0.15": _with((structure, "MENTIONED", 0.15)),
    "MENTIONING_CHUNKS 10": _with((mentions, "MENTIONING_CHUNKS", 10)),
    "HISTORY 0": _with((structure, "HISTORY", 0.0), (structure, "HISTORY_BESIDE_MEANING", 0.0)),
    "HISTORY_BESIDE_MEANING 0.15": _with((structure, "HISTORY_BESIDE_MEANING", 0.15)),
    "HISTORY_BESIDE_MEANING 0.05": _with((structure, "HISTORY_BESIDE_MEANING", 0.05)),
    "TERMS_HELD 0": _with((structure, "TERMS_HELD", 0.0)),
    "TERMS_HELD 0.3": _with((structure, "TERMS_HELD", 0.3)),
    "CHANGE_USES 0": _with((graph_answers, "CHANGE_USES", 0.0)),
    "CHANGE_TOGETHER 0": _with((affected, "CHANGE_TOGETHER", 0.0)),
    "CHANGE_TOGETHER 0.3": _with((affected, "CHANGE_TOGETHER", 0.3)),
    "CHANGE_BEST 2": _with((affected, "CHANGE_BEST", 2)),
    "BARREL_FACTOR 0.8": _with((structure.DEMOTIONS, "barrel", 0.8)),
    "CANDIDATES_PER_SIDE 100": _with((search_service, "CANDIDATES_PER_SIDE", 100)),
}

ALL = {**MODES, **WEIGHTS, **CONSTANTS}
