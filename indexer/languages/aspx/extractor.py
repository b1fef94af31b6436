"""ASP.NET Web Forms: the code of a page, what its controls call, and the pages that it is made of."""

import re
from html import unescape

from msgspec.structs import replace

from indexer.facts.model import FileFacts, Link
from indexer.languages.csharp.extractor import csharp_facts
from indexer.languages.csharp.page_source import INCLUDE, PAGE_LINK, PageSource, page_facts
from indexer.types import ParsedFile

_OPENING = re.compile(
    r"(?P<comment><%--)|(?P<directive><%\s{0,9}@)|(?P<resource><%\$)|(?P<value><%[=#:])|(?P<code><%)"
    r"|<script\b(?P<script>[^<>]{0,1000})>"
    r"|<!--\s{0,9}#include\s{1,9}\w{1,20}\s{0,9}=\s{0,9}[\"'](?P<include>[^\"'\n]{1,300})[\"']"
    r"|\bOn[A-Z]\w{0,60}\s{0,9}=\s{0,9}\"(?P<handler>[A-Za-z_]\w{0,200})\""
    r"|\b(?:Select|Insert|Update|Delete)Command\s{0,9}=\s{0,9}\"(?P<command>[^\"]{1,100000})\""
)
"""What begins a piece of code. All repetitions are bounded, so that time grows with a file's size only."""

_SCRIPT_END = re.compile(r"</script\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>%]+))")
_KIND = re.compile(r"\s*(\w+)(?!\s*=)\b")
_LETTER = re.compile(r"[^\n]")
_OTHER_LANGUAGES = frozenset(("vb", "vbscript", "javascript", "jscript", "js"))
_ALL_CODE = frozenset(("webhandler", "webservice", "service"))
"""Directives of files in which C# follows."""


def web_form_facts(parsed: ParsedFile) -> FileFacts:
    """Return the facts of a page, a control, or a handler that is all code."""
    start = parsed.text.find("<%@")
    end = parsed.text.find("%>", start)
    directive = _attributes(parsed.text[start + 3 : end]) if 0 <= start < end else {}
    if directive.get("language", "c#").lower() in _OTHER_LANGUAGES:
        return FileFacts(path=parsed.path, language=parsed.language)
    if directive.get("", "") in _ALL_CODE:
        text = _LETTER.sub(" ", parsed.text[: end + 2]) + parsed.text[end + 2 :]
        source = ParsedFile(parsed.path, "csharp", text, parsed.encoding, parsed.content_hash)
        return replace(csharp_facts(source), language=parsed.language)
    return page_facts(parsed, _PageReader(parsed.text).read())


def _attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag by their lower-case names; of a directive, its name has no name."""
    kind = _KIND.match(text)
    attributes = {
        name.lower(): first or second or third for name, first, second, third in _ATTRIBUTE.findall(text)
    }
    return {"": kind[1].lower() if kind else "", **attributes}


class _PageReader:
    """Takes the pieces of a page in their order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._page = PageSource()
        self._line = 1
        self._counted = 0

    def read(self) -> PageSource:
        """Return the code of the page."""
        position, end = 0, len(self._text)
        while (opening := _OPENING.search(self._text, position, end)) is not None:
            position = self._take(opening)
        return self._page

    def _take(self, opening: re.Match[str]) -> int:
        """Add one piece and return where the next may begin."""
        kind = opening.lastgroup
        line = self._line_at(opening.start())
        if kind in {"comment", "directive", "resource", "value", "code"}:
            closing = "--%>" if kind == "comment" else "%>"
            end = self._text.find(closing, opening.end())
            if end < 0:
                return len(self._text)
            self._add(kind, self._text[opening.end() : end], line)
            return end + len(closing)
        if kind == "script":
            return self._script(opening)
        self._attribute(opening, line)
        return opening.end()

    def _line_at(self, position: int) -> int:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def _add(self, kind: str, code: str, line: int) -> None:
        if kind == "directive":
            self._directive(_attributes(code), line)
        elif kind == "value":
            self._page.expression(code.strip().rstrip(";"), line)
        elif kind == "code":
            self._page.statement(code, line)

    def _directive(self, attributes: dict[str, str], line: int) -> None:
        kind = attributes[""]
        if kind == "import":
            self._page.usings.append((attributes.get("namespace", ""), line))
        elif kind == "implements":
            self._page.bases.append(attributes.get("interface", ""))
        elif kind in {"page", "control", "master"}:
            base = attributes.get("inherits", "").partition(",")[0].strip()
            self._page.bases += [base] if base else []
        for name in ("masterpagefile", "src", "page", "control", "virtualpath"):
            if kind != "implements" and attributes.get(name):
                self._link(attributes[name], line)

    def _link(self, path: str, line: int) -> None:
        self._page.links.append(Link(0, path, PAGE_LINK, line))

    def _attribute(self, opening: re.Match[str], line: int) -> None:
        if opening["include"]:
            self._page.links.append(Link(0, opening["include"], INCLUDE, line))
        elif opening["handler"]:
            self._page.expression(opening["handler"], line)
        else:
            command = unescape(opening["command"]).replace('"', '""')
            self._page.expression(f'@"{command}"', line)

    def _script(self, opening: re.Match[str]) -> int:
        """Take a script of the server as members; in one of the browser only the code between its marks counts."""
        attributes = _attributes(opening["script"])
        if attributes.get("runat", "").lower() != "server":
            return opening.end()
        closing = _SCRIPT_END.search(self._text, opening.end())
        end = closing.start() if closing else len(self._text)
        if attributes.get("language", "c#").lower() not in _OTHER_LANGUAGES:
            self._page.member(self._text[opening.end() : end], self._line_at(opening.end()))
        return end
