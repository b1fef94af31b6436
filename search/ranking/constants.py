"""Every number of the ranking, with its reason; docs/benchmarks shows what each is worth."""

from search.types.query import DEFAULT_WEIGHT

SECOND_CHUNK = 0.2
"""Share of a file's second best chunk, beside its best: a file that answers twice answers better."""
THIRD_CHUNK = 0.1
"""Share of the third best chunk; a fourth one added nothing measurable."""
CHUNKS_TOTAL = 1.0 + SECOND_CHUNK + THIRD_CHUNK
"""Largest sum of a file's chunks, to bring it back to 0..1."""

EXACT_DEFINITION = 0.5
"""An identifier in the query equals a name that the file defines: the strongest structural signal."""
DEFINITION_COVERAGE = 0.1
"""Share of a defined name of several words that the query covers; 0.2 is best where questions reuse names."""
FILE_NAME_COVERAGE = 0.15
"""Share of the query's words that are in the file's name."""
FILE_NAME_PRECISION = 0.1
"""Share of the file name's own words that the query mentions."""
CARD = 0.2
"""Cosine with the file's card, which says in a few words what the whole file is about, at the default weight."""
CARD_PER_WEIGHT = CARD / DEFAULT_WEIGHT
"""The card belongs to meaning: its share grows with the weight and is gone at 0."""
REFERRED_TO = 0.1
"""Logarithm of how many files refer to this one: what others use is more often what is meant."""

TEST_FACTOR = 0.7
EXAMPLE_FACTOR = 0.7
DOCUMENT_FACTOR = 0.9
"""0.7 sinks questions about documents, 1.0 costs questions about code."""
BARREL_FACTOR = 1.0
"""A file that only re-exports; 0.8 won on the public benchmark and lost on questions in other words."""

CANDIDATES_PER_SIDE = 300
"""Chunks that each signal proposes; more moved no figure."""
