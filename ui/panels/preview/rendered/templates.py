"""Tells a template of web pages from a page: what reads it is a program, and a person wants its source. Pure."""

import re
from functools import lru_cache

from search.types.status import FileText
from ui.panels.preview.rendered.kinds import Kind, kind_of

_MOST_CHARACTERS = 20_000
"""A template has its first tag before so many."""

_QUOTED = re.compile(r"<!--.{0,5000}?-->|<(pre|code|style)\b.{0,5000}?</\1\s*>", re.DOTALL | re.IGNORECASE)
"""What a page shows as an example, or does not show."""

_TAGS = re.compile(
    r"""
      \{%.{0,500}?%\}                                    # Django, Jinja, Twig, Liquid
    | \{\{\{?[~-]?[#/>&^!.]?\s[^{}\n]+\}\}               # all of these, Handlebars, Go, Angular, Vue
    | (?<![\w^_\\{}])\{\{\{?[~-]?[#/>&^!.]?\s?\w[^{}\n]*\}\}   # without blanks, where it is no formula of TeX
    | <%.{0,500}?%>                                      # ERB, EJS, JSP, Mako
    | <\?(?:php\b|=)                                     # PHP
    | ^[^\S\n]*@(?:if|unless|for|foreach|forelse|while|switch|isset|empty|extends|section|include
        |yield|component|csrf)\s*\(                                           # Blade, Angular
    | \s(?:\*ng\w+|v-(?:if|for|else|show|bind|on|model|html|text)|th:\w+)(?:[:.][\w.-]+)?=  # Vue, Thymeleaf
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def is_template(text: FileText) -> bool:
    """Return whether a page has tags that a program replaces before anybody reads it."""
    return kind_of(text.language, text.path) is Kind.PAGE and _has_tags(text.markup or text.text)


@lru_cache(maxsize=16)
def _has_tags(text: str) -> bool:
    return _TAGS.search(_QUOTED.sub("", text[:_MOST_CHARACTERS])) is not None
