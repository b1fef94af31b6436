"""The tokenizer of the packaged encoder, for texts of any length."""

from tokenizers import Tokenizer

from search.embedding.models import packaged_folder


def packaged_tokenizer() -> Tokenizer:
    """Return the tokenizer; it neither truncates nor pads."""
    tokenizer = Tokenizer.from_file(str(packaged_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
