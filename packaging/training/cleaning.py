"""Which subjects of commits say what was changed, and how they read without their decoration."""

import re

FEWEST_WORDS, MOST_WORDS = 4, 24
MOST_FILES = 8
"""A commit that changed more files says little about any of them."""

_DECORATION = (
    re.compile(r"^\s*(?:\[[^\]]{1,40}\]\s*)+"),
    re.compile(r"^(?!https?)[\w/.-]{1,24}(?:\([^)]{1,60}\))?!?:\s+"),
    re.compile(r"\s*[(\[]?(?:gh-|bpo-|PR\s?)?#\d+[)\]]?", re.IGNORECASE),
    re.compile(r"^\s*[A-Z]{2,10}-\d+[:\s]+"),
    re.compile(r"^(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see)\s*[:,]\s+", re.IGNORECASE),
    re.compile(r"\s*\[[^\]]*\]\s*$"),
    re.compile(r"[\s,.;:(]+(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see)[\s.:)]*$", re.IGNORECASE),
)
"""Scopes of conventional commits, numbers of requests and issues, tags in brackets."""

_REFUSED = re.compile(
    r"\b(?:bump(?:s|ed)?|upgrad\w+|dependenc\w+|merge[sd]?|revert\w*|release[sd]?|changelogs?|what'?s new|history"
    r"|translat\w+|locali[sz]ation|locales?|i18n|l10n|weblate|transifex|crowdin|typos?|spelling|grammar|whitespace"
    r"|readme|licen[cs]e|copyright|copyediting|lint\w*|format(?:ted|ting)? (?:code|files?)|rustfmt|gofmt|clippy"
    r"|black|isort|prettier|rubocop|eslint|stylecop|ruff|pre-?commit|ci|github actions?|workflows?|travis|appveyor"
    r"|dependabot|renovate|prepare(?:s|d)? (?:for )?(?:v?\d|next|release)|version|news|wip|fixup|squash\w*"
    r"|clean ?ups?|refactor\w*|nits?|code style|cosmetic|minor|misc|various|oops|review comments?|pr feedback"
    r"|feedback|comments?|docs?|documentation|docstrings?|javadoc|kdoc|tests?|specs?|testing|benchmarks?|polish\w*"
    r"|update[sd]? \S+ (?:to|from) v?\d\S*|nuget\.config|csproj|package\.json"
    r"|lock ?file|go\.mod|gemfile|cargo\.toml"
    r"|pgindent|perltidy|catversion|backport\w*|cherry[- ]pick\w*|sponsors?|authors?|contributors?)\b"
    r"|https?://|co-authored-by|signed-off-by",
    re.IGNORECASE,
)
"""Work on what surrounds the code, and words that say nothing about it."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def cleaned_subject(subject: str) -> str:
    """Return the subject without scopes and numbers; empty where it does not say what was changed in code."""
    text = " ".join(subject.split())
    for pattern in _DECORATION:
        text = pattern.sub("", text).strip()
    words = text.split()
    if not FEWEST_WORDS <= len(words) <= MOST_WORDS or len(_WORD.findall(text)) < FEWEST_WORDS:
        return ""
    if _REFUSED.search(text) or not text.isascii():
        return ""
    return text.rstrip(" .;,:")


_PARAGRAPH = re.compile(r"\n\s*\n")
SENTENCE_END = re.compile(r"(?<=[a-z0-9)`'\"])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s|$)")
"""Where a sentence ends; not behind an abbreviation."""
_NO_PROSE = re.compile(
    r"https?:|#\d|\w+-by:|```|^\s*[*>|+-]|^\s*\w+\(|[{};]|==|\b(?:commit|patch|PR|pull request|reviewers?|tests?"
    r"|cc|ticket|changelog|rebase|closes|author)\b"
    r"|^(?:this|also|see|note|these|it|thanks|as (?:discussed|mentioned|per)|i )\b",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNED = re.compile(
    r"\n(?:[A-Z][\w-]+-by|Reviewers?|Change-Id|Discussion|Author|PR|Ref|Issue):[^\n]*", re.IGNORECASE
)
FEWEST_OF_SENTENCE, MOST_OF_SENTENCE = 7, 36
"""Words of a sentence of a message's body that becomes a question."""


def cleaned_body(body: str) -> str:
    """Return the first sentence of a message's body that says what was wrong or wanted; empty if there is none."""
    for paragraph in _PARAGRAPH.split(_SIGNED.sub("", f"\n{body}"))[:4]:
        for sentence in SENTENCE_END.split(" ".join(paragraph.split()))[:3]:
            text = sentence.strip()
            words = text.split()
            if not FEWEST_OF_SENTENCE <= len(words) <= MOST_OF_SENTENCE or not text.isascii():
                continue
            refused = (_NO_PROSE, _SAYS_WORK, _LEANS_BACK)
            if text[0].isalnum() and not any(pattern.search(text) for pattern in refused):
                return text
    return ""


_SAYS_WORK = re.compile(
    r"\b(?:bump|upgrade|dependabot|merge|revert|release notes|changelog|translation|typo|refactor|clean ?up"
    r"|lint)\w*\b",
    re.IGNORECASE,
)

_LEANS_BACK = re.compile(
    r"^(?:we|i'?ve|before|there|that|and|but|so|as it|instead|nothing|no longer|ideally|in (?:these|this|that)"
    r"|the (?:same|last|first)|right now|in these|which|they|he|she|now|then|if we|some)\b"
    r"|\b(?:here|we already|we have|this (?:change|fix))\b|:$",
    re.IGNORECASE,
)
"""What nobody understands without the sentence before."""
