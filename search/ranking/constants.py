"""Every number of the ranking with its reason; docs/benchmarks shows the effect of each."""

SECOND_CHUNK = 0.3
"""Weight of a file's second best chunk relative to its best: a file that answers twice answers better."""
THIRD_CHUNK = 0.15
"""Weight of the third best chunk; a fourth one added nothing measurable."""
CHUNKS_TOTAL = 1.0 + SECOND_CHUNK + THIRD_CHUNK
"""Largest sum of a file's chunks, which normalises it to 0..1."""

EXACT_DEFINITION = 0.5
"""An identifier in the query equals a name that the file defines: the strongest structural signal."""
DEFINITION_COVERAGE = 0.1
"""Share of a defined name of several words that the query covers; 0.2 is best if questions reuse names."""
GRID = 2.0**40
"""Parts of a rank score are multiples of 1 / 2**40; sums of such numbers are exact, in any order."""
PINNED_LEAD = 0.05
"""Lead of the files that define what the whole query names; without it the first two scores could be equal."""
QUALIFIED_NAME = 0.2
"""A qualified name in the query ends with the file name: ``Ecto.Changeset`` is in ``ecto/changeset.ex``.

Among the files that define what the whole query names, the file of that name therefore ranks first."""
FILE_NAME_COVERAGE = 0.3
"""Share of the query's words that are in the file's name."""
FILE_NAME_PRECISION = 0.2
"""Share of the file name's own words that the query mentions."""
NAMES_COUNT_WHOLE = 500
"""Visible chunks up to which names and references count in full; their weight shrinks with 1 / chunks beyond it.

In a large tree some name matches every question by chance. Questions worded for code are exempt, because they use
the words of the code."""
NAMES_COUNT_BY_WORDS = 2_000
"""The same limit if words alone decide: without meaning little else distinguishes the files of a large tree."""
WORDS_ALONE = 0.3
"""Weight of meaning from which names, references and commits have their normal share; it is larger below."""
MEANT_LIKE_WORDS = 0.8
"""Share of a file's keyword score that replaces its semantic score while no file of an answer has vectors.

Among 9,683 candidates of 60 questions the best keyword matches have this semantic score; those with half the
keyword score have 0.46 instead of 0.40. Without it a file that still lacks vectors would rank after every semantic
match, even if only that file has the words."""
MEANING_STRETCH = 0.375
"""Odds of the weight for rescaled cosines to those of the weight for true ones: (0.6 / 0.4) / (0.8 / 0.2).

Over the candidates of 25 questions to the sample, keyword scores have a standard deviation of 0.17, true cosines
of 0.09. Plain sums therefore need a weight of 0.8 where sums of rescaled cosines need 0.6."""
FOREIGN_MEANING = 0.3
"""Share of meaning for a question about texts in another language than English, of which the model knows little.

Of 16 German questions the mean reciprocal rank is 0.804; with 1 it is 0.709, and with 0 it is 0.754."""
TRANSLATED_MEANING = 0.7
"""The same for a question about English texts, translated word by word: of 102 German ones NDCG@10 is 0.671.

With 0.5 it is 0.664. This share holds where the index has no word of the question in its own language, and that of
`FOREIGN_MEANING` where it has them all; between the two it changes evenly."""
RELATED_WORD = 0.5
"""How much a compound or a synonym of a word counts, 0..1, in a question about texts in its own language.

Of 120 German questions to German documents NDCG@10 is 0.792 with it, 0.783 with 1 and 0.785 with 0.3."""
CARD_PER_WEIGHT = 0.35
"""Share of the cosine with the file's card, a short summary of the file: 0.21 at the default weight.

The card belongs to meaning: its share grows with the weight of the rank score and is 0 at weight 0."""
REFERRED_TO = 0.1
"""Logarithm of the number of files that refer to this one: files that others use are asked for more often."""

MENTIONED = 0.1
"""The best chunks name something that the file defines: documents and tests lead to the code."""
MENTIONING_CHUNKS = 5
"""Chunks of each signal that are read for names."""
MENTIONED_IN_FILES = 4
"""Names that more files define are ignored, because they identify none of them."""

TERMS_HELD = 0.12
"""The file contains the words of the question in any of its chunks.

Chunks are scored one by one, but what a question asks for is often spread over several."""

HISTORY = 0.15
"""A commit that matches the question changed the file: its message describes the code in natural language."""
HISTORY_BESIDE_MEANING = 0.1
"""The same if meaning counts as well, unless the question is worded for code.

Of our own questions 0.738 have an answer among the first three; with 0.15 the share is 0.713."""
HISTORY_FOR_REPORT = 0.2
"""The same for a pasted report, with meaning and without: people describe a fault as commits describe its repair.

Over 108 subjects of commits to two embedded repositories NDCG@10 of the changed code is 0.741, with 0.1 it is
0.734 and without commits 0.713; over 24 subjects with their bodies 0.647, 0.611 and 0.599. By words alone 0.2 and
0.15 differ by 0.005 over 776 subjects, and by 0.001 over 247 with their bodies."""
HISTORY_OF_DOCUMENTS = 0.6
"""Share of `HISTORY` that all documents get if any code has it, so that commits only reorder code."""

FROM_COMMITS = frozenset({"history", "changed_together"})
"""Signals that are the part "history" of a rank score; all others belong to "structure"."""

CHANGE_USES = 0.6
"""A question about what has to change names something that the file uses; inheritance counts most."""
CHANGE_TOGETHER = 0.15
"""For the same questions: commits changed the file together with the best answers."""
CHANGE_BEST = 5
"""Number of best answers whose commits are considered; two gave half the gain."""

TEST_FACTOR = 0.7
EXAMPLE_FACTOR = 0.7
VENDORED_FACTOR = 0.6
GENERATED_FACTOR = 0.4
"""Lock files and minified scripts contain many words densely.

By words alone, they were among the first ten answers of eight of 29 everyday questions with 0.8, and of one
with 0.5."""
TRANSLATION_FACTOR = 0.8
"""If forty catalogues contain the key of a message, the question asks for the English one."""
DATA_FACTOR = 0.9
"""Settings, manifests and other data contain the words of every question and answer few."""
DATA_FACTOR_FOR_REPORT = 0.6
"""The same if a report was pasted or a change is requested, and the text names no such file.

Over 343 subjects of commits to seven repositories NDCG@10 of the changed code rises by 0.007 with 0.6 and by 0.008
with 0.4, that of all changed files by 0.001 and -0.003. Questions to four of our own repositories, by
word, would lose 0.005."""
CHANGELOG_FACTOR = 0.9
"""Changelogs mention everything and explain little, so they get this share of the factor of documents.

Among the first ten answers of 1,929 questions to 26 repositories are 578 changelogs, and eleven of them answer."""
DOCUMENT_LEAST = 0.8
"""Factor of documents if code answers better; it is 1.0 if documents do. With 0.7 our own questions lose 0.010."""
DOCUMENT_LEAST_FOR_CODE = 0.7
"""The same for a question worded for code: with 0.8 `whole` loses 0.004."""
DOCUMENT_MOST_FOR_REPORT = 0.6
"""Largest factor of documents if a report or a trace was pasted, unless its title asks for documents.

Over 776 subjects of commits to eleven repositories NDCG@10 of the changed code rises from 0.687 to 0.719, and that
of all changed files, documents among them, from 0.590 to 0.605; with 0.5 the latter falls to 0.599."""
WORDED_FOR_CODE = 2
"""Least `query_wording` of a question that counts as worded for code."""
DOCUMENT_LEAD = 0.2
"""Lead of the best document over the best code (mean of both signals, 0..1) from which documents count in full.

With an equal deficit documents get the least factor. Each step of `query_wording` shifts both limits by as
much."""
DOCUMENTS_IN_FULL = 2
"""Documents of an answer that keep their full score; a limit of one hurts questions about documents."""
FURTHER_DOCUMENT = 0.9
"""Factor for each further document, applied repeatedly: large manuals have many pages about one subject."""
DOCUMENT_PLACE = 3
"""Position of the best document if it is nearly good enough: people look at three results."""
NEARLY_THERE = 0.9
"""Share of the score at that position which is nearly good enough."""
BARREL_FACTOR = 1.0
"""A file that only re-exports; 0.8 was better on the public benchmark and worse on paraphrased questions."""

CANDIDATES_PER_SIDE = 300
"""Chunks that each signal proposes; more changed no result."""
GENERATED_PER_SIDE = 60
"""Chunks of generated files that the keyword search proposes in addition; enough for the best of each file."""
