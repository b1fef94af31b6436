"""Razor and Blazor: the code of a page between its markup, its model, and the components that it shows."""

import re

from indexer.facts.model import FileFacts, Link
from indexer.languages.csharp.page_source import COMPONENT, PAGE_LINK, PageSource, page_facts
from indexer.languages.razor.brackets import closing, expression_end
from indexer.types import ParsedFile

_MARK = re.compile(
    r"@\*|(?<![\w@])@(?=[A-Za-z_({])|@@|<(?P<component>[A-Z]\w*)(?=[\s/>])"
    r"|<partial\s[^<>]{0,300}?\bname\s{0,9}=\s{0,9}\"(?P<partial>[^\"\n]{1,200})\""
    r"|\basp-for\s{0,9}=\s{0,9}\"@?(?P<bound>[^\"\n]{1,300})\""
    r"|\bOn[A-Z]\w{0,60}\s{0,9}=\s{0,9}\"(?P<handler>[^@\"\n][^\"\n]{0,300})\""
    r"|<vc:(?P<view_component>[\w-]{1,100})"
)
_DIRECTIVE = re.compile(
    r"(?P<name>using|model|inherits|inject|implements|layout|page|namespace|attribute|typeparam|rendermode"
    r"|addTagHelper|removeTagHelper|tagHelperPrefix|preservewhitespace)\b(?P<value>[^\n]*)"
)
_MEMBERS = re.compile(r"(?:code|functions)\s*(?=\{)")
_SECTION = re.compile(r"section\s+\w+\s*\{|section\s+\w+\s*")
_HEADED = re.compile(r"(?:if|for|foreach|while|switch|using|lock|do|try)\b\s*(?=[({])")
_FOLLOWED = re.compile(r"\s*(?:else\s+if|else|catch|finally|while)\b\s*(?=[({;])")
_AWAIT = re.compile(r"await\s+")
_SET = re.compile(r"[a-z][\w:-]*\s*=\s*(?:\"(?P<value>[^\"\n]*)\"|'(?P<other>[^'\n]*)')")
_PARTIAL = re.compile(
    r"\b(?:Partial|PartialAsync|RenderPartial|RenderPartialAsync|Layout\s*=)\s*\(?\s*\"(?P<name>[^\"\n{}]{1,200})\""
)
_INVOKED = re.compile(r"\bComponent\.InvokeAsync\(\s*(?:\"(?P<name>\w+)\"|nameof\((?P<type>\w+))")
_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)")
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_WORD = re.compile(r"[A-Za-z_]\w*")
MAX_DEPTH = 60


def razor_facts(parsed: ParsedFile) -> FileFacts:
    """Return the facts of a page or a component."""
    reader = _RazorReader(parsed.text)
    reader.markup(0, len(parsed.text))
    return page_facts(parsed, reader.page)


class _RazorReader:
    """Walks a page: markup with code in it, and code with markup in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.page = PageSource()
        self._line = 1
        self._counted = 0
        self._depth = 0

    def _line_at(self, position: int) -> int:
        if position > self._counted:
            self._line += self._text.count("\n", self._counted, position)
            self._counted = position
        return self._line

    def markup(self, start: int, end: int) -> None:
        """Take the code in a stretch of markup."""
        position = start
        while position < end and (mark := _MARK.search(self._text, position, end)) is not None:
            if mark[0] == "@*":
                close = self._text.find("*@", mark.end())
                position = end if close < 0 else close + 2
            elif mark[0] == "@":
                position = max(mark.end(), self._code(mark.end(), end))
            else:
                position = mark.end()
                self._tag(mark)

    def _tag(self, mark: re.Match[str]) -> None:
        line = self._line_at(mark.start())
        if mark["component"]:
            self.page.links.append(Link(0, mark["component"], COMPONENT, line))
        elif mark["view_component"]:
            name = "".join(part.capitalize() for part in mark["view_component"].split("-"))
            self.page.links.append(Link(0, f"{name}ViewComponent", COMPONENT, line))
        elif mark["partial"]:
            self.page.links.append(Link(0, mark["partial"], PAGE_LINK, line))
        elif mark["handler"]:
            self.page.expression(mark["handler"], line)
        elif mark["bound"]:
            self.page.expression(f"Model.{mark['bound']}", line)

    def _code(self, start: int, end: int) -> int:
        """Take what follows an ``@`` and return where it ends."""
        text, line = self._text, self._line_at(start)
        if text[start] in "{(":
            return self._bracketed(start, min(closing(text, start), end), line)
        if (members := _MEMBERS.match(text, start)) is not None:
            close = closing(text, members.end())
            self.page.member(text[members.end() + 1 : close - 1], self._line_at(members.end()))
            return close
        if (section := _SECTION.match(text, start)) is not None:
            return section.end()
        if _HEADED.match(text, start) is not None:
            return self._headed(start, end)
        if self._is_first(start) and (directive := _DIRECTIVE.match(text, start)) is not None:
            self._directive(directive["name"], directive["value"].strip().rstrip(";"), line)
            return directive.end()
        return self._value(start, line)

    def _bracketed(self, start: int, close: int, line: int) -> int:
        if self._text[start] == "{":
            self._block(start + 1, close - 1)
        else:
            self._expression(self._text[start:close], line)
        return close

    def _is_first(self, start: int) -> bool:
        return not self._text[self._text.rfind("\n", 0, start) + 1 : start - 1].strip("\ufeff \t")

    def _value(self, start: int, line: int) -> int:
        """Read an expression, or the value of an attribute such as ``@onclick="Save"``."""
        assigned = _SET.match(self._text, start)
        if assigned is not None:
            value = (assigned["value"] or assigned["other"] or "").removeprefix("@")
            if value:
                self._expression(value, line)
            return assigned.end()
        awaited = _AWAIT.match(self._text, start)
        end = expression_end(self._text, awaited.end() if awaited else start)
        self._expression(self._text[start:end], line)
        return end

    def _expression(self, code: str, line: int) -> None:
        self.page.expression(code, line)
        self._references(code, line)

    def _references(self, code: str, line: int) -> None:
        for match in _PARTIAL.finditer(code):
            self.page.links.append(Link(0, match["name"], PAGE_LINK, line))
        for match in _INVOKED.finditer(code):
            name = match["type"] or f"{match['name']}ViewComponent"
            self.page.links.append(Link(0, name, COMPONENT, line))

    def _directive(self, name: str, value: str, line: int) -> None:
        page = self.page
        if name == "using":
            page.usings.append((value, line))
        elif name == "model":
            page.member(f"{value} Model;", line)
        elif name == "inject":
            page.member(f"{value};", line)
        elif name in {"inherits", "implements"}:
            page.bases.append(value)
        elif name == "layout":
            page.links.append(Link(0, value, COMPONENT, line))
        elif name == "attribute":
            page.member(f"{value} object __attributed;", line)

    def _headed(self, start: int, end: int) -> int:
        """Take ``foreach (...) { ... }`` and the branches that follow it; return where the last one ends."""
        position = start
        while True:
            opening = min(_bracket(self._text, position, "({"), end)
            if opening < end and self._text[opening] == "(":
                body = closing(self._text, opening)
                self.page.statement(self._text[position:body], self._line_at(position))
                self._references(self._text[position:body], self._line_at(position))
                opening = body + len(self._text[body:end]) - len(self._text[body:end].lstrip())
            else:
                self.page.statement(self._text[position:opening], self._line_at(position))
            if opening >= end or self._text[opening] != "{":
                self.page.statement(";", self._line_at(position))
                return opening
            close = min(closing(self._text, opening), end)
            self.page.statement("{", self._line_at(opening))
            self._block(opening + 1, close - 1)
            self.page.statement("}", self._line_at(close))
            following = _FOLLOWED.match(self._text, close, end)
            if following is None:
                return close
            position = close

    def _block(self, start: int, end: int) -> None:
        """Take a stretch of code; what begins with a tag where a statement may begin is markup."""
        if self._depth > MAX_DEPTH:
            return
        self._depth += 1
        position = begin = start
        for mark in _STATEMENT.finditer(self._text, start, end):
            at = mark.end() - 1
            if at < position:
                continue
            self._statements(begin, at)
            position = begin = self._element(at, end)
        self._statements(begin, end)
        self._depth -= 1

    def _statements(self, start: int, end: int) -> None:
        code = self._text[start:end]
        if code.strip():
            line = self._line_at(start)
            self.page.statement(code, line)
            self._references(code, line)
            self._line_at(end)

    def _element(self, start: int, end: int) -> int:
        """Take an element, or the rest of a line after ``@:``, or code after ``@``; return where it ends."""
        text = self._text
        if text[start] == "@":
            if text.startswith("@:", start):
                line_end = text.find("\n", start)
                close = end if line_end < 0 else min(line_end, end)
                self.markup(start + 2, close)
                return close
            if text.startswith("@*", start):
                close = text.find("*@", start)
                return end if close < 0 else close + 2
            return min(max(start + 1, self._code(start + 1, end)), end)
        close = element_end(text, start, end)
        self.markup(start, close)
        return close


_STATEMENT = re.compile(r"(?:(?<=[{};>])|(?<=^))\s*(?:<(?=[A-Za-z])|@(?=[:*A-Za-z_({]))", re.MULTILINE)
"""A tag, or code marked as such, where a statement may begin."""


def _bracket(text: str, start: int, brackets: str) -> int:
    while start < len(text) and text[start] not in brackets:
        start += 1
    return start


def element_end(text: str, start: int, end: int) -> int:
    """Return where the element ends that begins at ``start``, at most ``end``."""
    first = _TAG.match(text, start)
    if first is None:
        return min(start + 1, end)
    name, depth, position = first[2], 0, start
    tag = re.compile(rf"<(/?){re.escape(name)}(?![\w-])")
    while (step := tag.search(text, position, end)) is not None:
        position = _tag_end(text, step.end(), end)
        if step[1]:
            depth -= 1
        elif name.lower() not in _VOID and text[position - 2 : position] != "/>":
            depth += 1
        if depth <= 0:
            return position
    return end


def _tag_end(text: str, position: int, end: int) -> int:
    """Return the index behind the ``>`` of a tag; those in attributes and expressions do not count."""
    while position < end:
        letter = text[position]
        if letter == ">":
            return position + 1
        if letter in "\"'":
            close = text.find(letter, position + 1, end)
            position = end if close < 0 else close
        elif letter == "(" and text[position - 1] not in " \t\n":
            position = closing(text, position) - 1
        position += 1
    return end
