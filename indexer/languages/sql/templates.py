"""Template marks in scripts, which an installation replaces by a name or a part of one."""

import re

_NAME = r"[\w.]{1,80}"
_MARK = rf"\{{\{{\s*{_NAME}\s*\}}\}}|\$\{{{_NAME}\}}|\$\({_NAME}\)|(?<!\$)\{{{_NAME}\}}"

BEFORE_NAME = re.compile(rf"(?:(?:{_MARK})\.?)+(?=[\w\[\"`])")
"""Placeholders before a name, or before the rest of one."""

PARAMETER = re.compile(r"<[ \t]*[\w ]{1,80},[^<>,\n]{0,80},[ \t]*([^<>\n]{0,200}?)[ \t]*>")
"""``<name, type, default>``, as SQL Server Management Studio writes it."""

SET_VARIABLE = re.compile(r'^[ \t]*:setvar[ \t]+(\w+)[ \t]+"?([^"\n]*?)"?[ \t]*$', re.MULTILINE | re.IGNORECASE)
VARIABLE = re.compile(r"\$\((\w+)\)")


def filled(text: str) -> str:
    """Return a script with parameters replaced by their defaults, and other marks before names left out.

    Lines stay where they are.
    """
    if "," in text and "<" in text:
        text = PARAMETER.sub(lambda match: match.group(1), text)
    if "$(" in text:
        values = {name.lower(): value for name, value in SET_VARIABLE.findall(text)}
        text = VARIABLE.sub(lambda match: values.get(match.group(1).lower()) or match.group(), text)
    return BEFORE_NAME.sub("", text) if "{" in text or "$(" in text else text
