from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.chunking.comments import comments_in, patterns_of

LANGUAGES = ("python", "csharp", "sql", "lua", "html", "haskell", "powershell", "elixir", "razor", "visualbasic")
MARKS = "# #! ## -- --[[ ]] // /// //! /* */ \"\"\" ''' ' <!-- --> {- -} <# #> @* *@ (* *) - ! ; %"
PIECES = st.sampled_from((*MARKS.split(), "\n", "\n\n", " ", "\t", "word"))


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(LANGUAGES))
def test_comments_are_found_where_a_search_through_the_whole_text_finds_them(text: str, language: str) -> None:
    patterns = patterns_of(language)
    results = [match.span() for match in comments_in(patterns, text)]
    assert results == [match.span() for match in patterns.comment.finditer(text)]
