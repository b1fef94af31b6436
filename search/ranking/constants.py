"""Every number of the ranking, with its reason; docs/benchmarks shows what each is worth."""

from search.types.query import DEFAULT_WEIGHT

SECOND_CHUNK = 0.3
"""Share of a file's second best chunk, beside its best: a file that answers twice answers better."""
THIRD_CHUNK = 0.15
"""Share of the third best chunk; a fourth one added nothing measurable."""
CHUNKS_TOTAL = 1.0 + SECOND_CHUNK + THIRD_CHUNK
"""Largest sum of a file's chunks, to bring it back to 0..1."""

EXACT_DEFINITION = 0.5
"""An identifier in the query equals a name that the file defines: the strongest structural signal."""
DEFINITION_COVERAGE = 0.1
"""Share of a defined name of several words that the query covers; 0.2 is best where questions reuse names."""
QUALIFIED_NAME = 0.2
"""A qualified name in the query ends as the file is called: ``Ecto.Changeset`` is in ``ecto/changeset.ex``.

So of the files that define what the whole query names the one that is called so stands first."""
FILE_NAME_COVERAGE = 0.3
"""Share of the query's words that are in the file's name."""
FILE_NAME_PRECISION = 0.2
"""Share of the file name's own words that the query mentions."""
NAMES_COUNT_WHOLE = 500
"""Chunks in sight up to which names and references count in full; beyond, they count for this many chunks' share.

In a large tree some name matches every question by chance; not one that is worded for how the code is made, whose
words are the code's own."""
NAMES_COUNT_BY_WORDS = 2_000
"""The same where words alone decide: without meaning little else tells the files of a large tree apart."""
WORDS_ALONE = 0.3
"""Weight from which on names, references and commits count as beside meaning; below it they rise to that."""
MEANT_LIKE_WORDS = 0.8
"""Share of a file's words that is taken for its meaning while it has no vectors.

Of 9,683 candidates of 60 questions those that are best by word have as much of it, those with half the words 0.46
in place of 0.40. Without it a file that waits for its vectors stands behind all that meaning finds, though only it
has the words."""
CARD = 0.21
"""Cosine with the file's card, which says in a few words what the whole file is about, at the default weight."""
CARD_PER_WEIGHT = CARD / DEFAULT_WEIGHT
"""The card belongs to meaning: its share grows with the weight and is gone at 0."""
REFERRED_TO = 0.1
"""Logarithm of how many files refer to this one: what others use is more often what is meant."""

MENTIONED = 0.1
"""The best chunks name something that the file defines: documents and tests tell where the code is."""
MENTIONING_CHUNKS = 5
"""Chunks of each signal that are read for names."""
MENTIONED_IN_FILES = 4
"""A name that more files define says little of any of them."""

TERMS_HELD = 0.12
"""The file holds the question's words, each in whichever of its chunks: chunks are judged one by one, and what a
question asks is often spread over several."""

HISTORY = 0.15
"""A commit that speaks of the question changed the file: its message has a person's words for what code does."""
HISTORY_BESIDE_MEANING = 0.1
"""The same where meaning counts as well, unless the question is worded for how the code is made.

Of our own questions 0.738 have an answer among the first three, with 0.15 0.713."""
HISTORY_OF_DOCUMENTS = 0.6
"""Share of it that documents have wherever code has any, so that these commits order code among itself."""

CHANGE_USES = 0.6
"""A question what has to change names something that the file uses: most for what inherits or implements it."""
CHANGE_TOGETHER = 0.15
"""The same question, and commits changed the file together with those that answer best."""
CHANGE_BEST = 5
"""Files that answer best whose commits are looked at; two gave half as much."""

TEST_FACTOR = 0.7
EXAMPLE_FACTOR = 0.7
VENDORED_FACTOR = 0.6
GENERATED_FACTOR = 0.4
"""Lock files and minified scripts hold many words densely: with 0.8 they stood among the first ten of eight of 29
everyday questions by words alone, with 0.5 of one."""
TRANSLATION_FACTOR = 0.8
"""Of forty catalogues that hold a message's name the English one is meant."""
DATA_FACTOR = 0.9
"""Settings, manifests and other data hold the words of every question and answer few."""
DOCUMENT_LEAST = 0.8
"""Factor of documents where code answers better; 1.0 where documents do. With 0.7 our own questions lose 0.010."""
DOCUMENT_LEAST_FOR_CODE = 0.7
"""The same for a question that is worded for how the code is made: with 0.8 `whole` loses 0.004."""
WORDED_FOR_CODE = 2
"""Steps from which on a question's words lean to code so far that it counts as worded for how the code is made."""
DOCUMENT_LEAD = 0.2
"""How far the best document has to lead the best code (in 0..1, mean of both signals) to count in full; as far
behind it has the least factor. Each step that a question's words lean to one of them shifts both by as much."""
DOCUMENTS_IN_FULL = 2
"""Documents of an answer that have their whole score beside code; one costs questions about documents more."""
FURTHER_DOCUMENT = 0.9
"""Factor of each document behind these, once more for each: large manuals hold many pages about one thing."""
DOCUMENT_PLACE = 3
"""Place that the best document has where it is nearly good enough: a person looks at three results."""
NEARLY_THERE = 0.9
"""Share of the score of what stands there that is nearly good enough."""
BARREL_FACTOR = 1.0
"""A file that only re-exports; 0.8 won on the public benchmark and lost on questions in other words."""

CANDIDATES_PER_SIDE = 300
"""Chunks that each signal proposes; more moved no figure."""
GENERATED_PER_SIDE = 60
"""Chunks that words propose beside these of what programs wrote: enough for the best of each of its few files."""
