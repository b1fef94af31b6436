"""The section in an agent's rules that tells it when to use which tool."""

import re

BEGIN, END = "<!-- dowse: begin -->", "<!-- dowse: end -->"
"""Marks around the section, so that it can be found again; the rest of the file belongs to the person."""

SECTION = """\
## Dowse: code, documents and dependencies on this machine

The MCP server `dowse` has them indexed. Ask it before you list folders or grep for guesses.

- Where something is done, by description or by name: `search_code`; `path` and `language` narrow it.
- A manual, a decision, a specification: `search_documentation`.
- All evidence for one question within a token budget: `get_context`.
- What uses this, and what it needs: `dependency_tree`. How one thing reaches another: `dependency_path`.
- Before you change what others use: `change_impact`; for changes made already with `since: "HEAD"`
  and, where several repositories are indexed, `repository`.
- Who reads and writes a database table: `table_use`.
- Read what was found: `get_file` with `start_line` and `end_line`.
- A stack trace, a failed test or a report of a bug: `locate_change` names the lines to change and the tests.
- Every line with a string or a pattern that you know: `find_lines`, or grep.
- `notes` say what is still being indexed, and when nothing fits. Then say so instead of guessing.
"""

_THERE = re.compile(rf"\n*{re.escape(BEGIN)}.*?{re.escape(END)}\n?", re.DOTALL)


def with_section(text: str) -> str:
    """Return the rules with the section as this version writes it, in its place or at the end."""
    section = f"{BEGIN}\n{SECTION}{END}\n"
    if _THERE.search(text) is None:
        return f"{text.rstrip()}\n\n{section}" if text.strip() else section
    return _THERE.sub(lambda there: _gap(there) + section, text, count=1)


def without_section(text: str) -> str:
    """Return the rules without the section."""
    return _THERE.sub("\n", text).lstrip("\n") if _THERE.search(text) else text


def _gap(there: "re.Match[str]") -> str:
    return there[0][: there[0].index(BEGIN)]
