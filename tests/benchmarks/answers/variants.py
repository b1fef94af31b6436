"""What is compared: modes, fusions and weights."""

from dataclasses import dataclass, field, replace

from search.types.query import Fusion, Mode, RankSettings

PLAIN = RankSettings(structure=False, weight=0.5)
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Variant:
    """A ranking."""

    settings: RankSettings = field(default_factory=RankSettings)


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

ALL = {**MODES, **WEIGHTS}
