"""Inputs to start from: one small real thing of each kind."""
# ruff: noqa: E501 -- sources as they stand in files

import io
import zipfile
from collections.abc import Callable, Iterator

import msgspec

from app.engine.wire import request
from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from resources.languages import languages
from search.types.filters import OWNER
from search.types.graph import TreeRequest
from search.types.query import SearchQuery
from tests.unit.indexer.parsing import compound_files, documents

_CLASS = (
    "namespace Shop;\nusing System;\n/// Keeps carts.\npublic class Cart<T> : Base, IThing where T : new()\n{\n"
)
_METHOD = '    [A] public async Task<List<T>> Add(int x, string y = "a") { var q = $"select {x} from dbo.Cart"; await F(q); }\n}\n'
_SCRIPT = 'import { a as b } from "./x";\nexport default class A extends B { #p = 1; async f({ c }, ...d) { return `a${c}`; } }\n'

SOURCES: dict[str, tuple[str, ...]] = {
    "aspx": (
        (
            '<%@ Page Language="C#" Inherits="A.B" %>\n<script runat="server">void C() { D(); }</script>\n'
            '<asp:Button OnClick="C" runat="server" /><%= E.F(1) %><%-- g --%>\n'
        ),
    ),
    "bash": ('#!/bin/bash\n# a\nfunction b() { c "$1" | d; }\ne() (f)\n',),
    "c": ('#include "a.h"\n#define M(x) x\nstatic int f(struct s *p) { return M(g(p->q)); }\n',),
    "cpp": (
        "namespace n { template <class T> class A : public B<T> { public: ~A(); void f() const { n::g(); } }; }\n",
    ),
    "csharp": (_CLASS + _METHOD, "record R(int A);\nenum E { X }\nvar d = services.AddDbContext<Db>();\n"),
    "dart": ("@a\nabstract class B<T> extends C with D { E get f => g; B.h(this.i); }\nvoid main() { j(); }\n",),
    "elixir": ('defmodule A.B do\n  @doc "c"\n  def d(e) when f(e), do: e\n  def d(_), do: nil\nend\n',),
    "go": ('package a\nimport x "b/c"\ntype S struct{ T }\nfunc (s *S) M(a int) (b error) { x.F(); return }\n',),
    "haskell": ("module A where\n-- | b\ndata C a = D { e :: a }\nf :: a -> a\nf 0 = g\nf h = h\n",),
    "html": (
        "<html><head><title>A</title><script>x</script></head><body><h1>B</h1><ul><li>c &amp; d</ul></body></html>",
    ),
    "java": (
        "package a.b;\nimport c.*;\n@X public class A<T> extends B implements C { int f(int x) { return g().h(x); } }\n",
    ),
    "javascript": (_SCRIPT, "const { a } = require('b');\nmodule.exports = { a, f() {} };\n"),
    "json": ('{"a": [1, 2, {"b": null}], "c": "d\\u0041"}',),
    "kotlin": ("package a\n@B class C(val d: E) : F() { companion object { fun g(): H? = null } }\nval i = 1\n",),
    "lua": ("local A = {}\nfunction A.b:c(d) return e end\nA.f = function() end\n",),
    "markdown": (
        "---\ntitle: A\ndate: 2024-01-01\ntags: [a, b]\n---\n# A\n\n[b](c.md) `d` **e**\n\n```python\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ),
    "notebook": (
        '{"cells": [{"cell_type": "code", "source": ["x = 1\\n"]}], "metadata": {"kernelspec": {"language": "python"}}}',
    ),
    "php": (
        "<?php\nnamespace A\\B;\n#[C] class D extends E { const F = 1; public function g(): ?H {} }\n?><p>\n",
        (
            "<?php\nuse A\\{B, C as D};\n/** @property E[] $f */\nclass G { use H;\n/** @var I<J> */ private $k;\n"
            "function l(M ...$n) { foreach ($n as $o => $p) { $p?->q()->r::S; } return [$this, 'l']; } }\n"
            "Route::prefix('t')->group(fn () => Route::get('/{u}', [G::class, 'l']));\nrequire __DIR__ . '/v.php';\n"
        ),
    ),
    "powershell": ("function A-B { param($c) D }\nclass E : F { [void] G([int]$h) { } }\n",),
    "prisma": ('model User {\n  id Int @id\n  posts Post[]\n  @@map("users")\n}\nenum Role { A B }\n',),
    "python": (
        (
            "from a.b import (c as d)\n@e\nclass F(G[H], metaclass=I):\n    x: dict[str, list[J]] = {}\n    async def k(self, *, l: M = 1) -> N:\n"
            '        return await self.o(f"select * from t where a = {l}")\n'
        ),
    ),
    "razor": (
        (
            '@page "/a"\n@model A.B\n@using C\n@inject D E\n<p>@Model.F(@G)</p>@foreach (var h in I) { <J K="@L" /> }\n'
            "@code { [Parameter] public int M { get; set; } async Task N() { await E.O(); } }\n"
        ),
    ),
    "restructuredtext": ("Title\n=====\n\n.. _a:\n\n.. code:: python\n\n   x\n\n`b <c.rst>`_ :ref:`a`\n",),
    "ruby": ("module A\n  # b\n  class C::D < E\n    F = 1\n    def self.g?(h) = i\n  end\nend\n",),
    "rust": ("use a::{b, c as d};\nmod e;\nimpl<T: F> G for H<T> { fn i(&self) -> J { self.k()?; l!(m) } }\n",),
    "scala": ("package a\nobject B { def c[T](d: T): E = f }\ncase class G(h: I) extends J\n",),
    "sql": (
        (
            "CREATE TABLE [dbo].[A] (Id INT NOT NULL PRIMARY KEY, B INT REFERENCES dbo.C(Id));\nGO\n"
            "CREATE OR ALTER PROCEDURE dbo.P @x INT AS BEGIN IF @x = 1 UPDATE a SET b = 'it''s' FROM dbo.A a JOIN C ON 1 = 1 END\nGO\n"
        ),
        "DELIMITER $$\nCREATE FUNCTION f() RETURNS trigger AS $body$ BEGIN INSERT INTO `t` SELECT * FROM u; END $body$ LANGUAGE plpgsql;\n",
        "WITH x AS (SELECT 1) MERGE INTO t USING x ON 1 = 1 WHEN MATCHED THEN DELETE; EXEC sp_executesql N'select * from v'; -- c\n/* d */",
    ),
    "svelte": ('<script lang="ts">\n  export let a: number;\n  function b() { c(a); }\n</script>\n<p>{a}</p>\n',),
    "swift": (
        "@a public struct B<T>: C where T: D { func e(_ f: G) async throws -> H? { nil } }\nextension B {}\n",
    ),
    "text": ("A plain text.\nWith lines.\n", "\ufeffmarked\r\nlines\r"),
    "tsx": ("import type { A } from './a';\nexport const B: React.FC<A> = ({ c }) => <D e={c}>{f(c)}</D>;\n",),
    "typescript": (
        _SCRIPT,
        "interface A<T> extends B { c?: D[]; }\n@E() export abstract class F { constructor(private g: G) {} }\n",
    ),
    "vue": (
        "<template><p/></template>\n<script setup generic=\"T extends A<B>\">\nimport C from './C.vue'\nfunction d() {}\n</script>",
        "<script>\nexport default { methods: { e() { return 1 } } }\n</script>\n<style>p {}</style>\n",
    ),
    "xml": (
        (
            '<mapper namespace="a.B"><sql id="c">d</sql><select id="e">SELECT <include refid="c"/> FROM t'
            '<where><if test="f">g = #{h}</if></where></select></mapper>'
        ),
    ),
    "yaml": ("a:\n  - b: &x 1\n    c: *x\nd: |\n  text\n",),
    "zig": ('const a = @import("b");\npub const C = struct { d: u8, fn e(f: *C) !void {} };\n',),
}
"""Language -> sources."""

NAMES = {language: f"src/a.{languages()[language].extensions[0]}" for language in SOURCES}
"""Language -> the name of a file of it."""

PROJECTS = {
    "A.csproj": (
        '<Project Sdk="S"><ItemGroup><PackageReference Include="a" /><ProjectReference Include="..\\b.csproj" /></ItemGroup></Project>',
    ),
    "package.json": ('{"name": "a", "main": "b.js", "dependencies": {"c": "1"}, "workspaces": ["d/*"]}',),
    "tsconfig.json": (
        '{"extends": "./b", "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}} // c',
    ),
    "go.mod": ("module a/b\n\ngo 1.22\n\nrequire (\n\tc/d v1.2.3\n)\n",),
    "Cargo.toml": (
        '[package]\nname = "a"\n[dependencies]\nb = { path = "../b" }\n[workspace]\nmembers = ["c"]\n',
    ),
}
"""Name of a project file -> contents."""

DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "doc": lambda: compound_files.old_word("Name\x07Days\x07\x07", "für \x13 PAGE \x14two\x15\r"),
    "docx": documents.word,
    "eml": lambda: (
        b"Subject: =?utf-8?q?a=C3=BC?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\n"
        b"YQ==\n--b\nContent-Type: text/html\n\n<p>c</p>\n--b\nContent-Disposition: attachment; filename=d.txt\n\ne\n--b--\n"
    ),
    "mbox": lambda: (
        b"From a Mon Jan 01 00:00:00 2018\nSubject: b\n\nc\n\nFrom d Mon Jan 01 00:00:00 2018\nTo: e\n\nf\n"
    ),
    "ics": lambda: (
        b'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\\, b\nDTSTART;TZID="x:y":20190503T101500Z\nDTEND:20190503\n'
        b"ATTENDEE;CN=c:mailto:d@e\nDESCRIPTION:f\n g\nBEGIN:VALARM\nSUMMARY:h\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
    ),
    "mhtml": lambda: (
        b"Subject: a\nSnapshot-Content-Location: http://b\nContent-Type: multipart/related; boundary=c\n\n--c\n"
        b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<h1>d=20e</h1>\n--c--\n"
    ),
    "vcf": lambda: (
        b"BEGIN:VCARD\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\nller;Ann\nitem1.TEL;TYPE=HOME:1 2\nBDAY:19800503\n"
        b"ADR:;;a;b;;c;\nPHOTO;ENCODING=b:YWI=\n YWI=\nNOTE:d\\ne\nEND:VCARD\n"
    ),
    "msg": lambda: compound_files.outlook(attached=(("a.txt", b"b"),)),
    "ppt": lambda: compound_files.old_slides(("Title", "one\rtwo", "drawn"), notes="spoken"),
    "pptx": documents.slides,
    "xls": lambda: compound_files.old_sheets(("Name", "Days"), ("für", 43_588.0), ("x", 0.5)),
    "xlsx": documents.sheets,
    "zip": lambda: documents.archive({"a/Vertrag.pdf": b"b", "c.txt": "d"}),
    "epub": documents.book,
    "odt": documents.open_text,
    "ods": documents.open_sheets,
    "odp": documents.open_slides,
    "odg": documents.open_drawing,
    "fodt": lambda: documents.flat("text", "<text:h>A</text:h><text:p>b</text:p>"),
    "rtf": lambda: (
        rb"{\rtf1{\fonttbl{\f0\fcharset204 A;}}\pard\s1 \f0 \'ec\u1084?\par{\footnote a}\cell\row{\pict\bin2 ab}}"
    ),
    "pdf": lambda: documents.pdf("A lease ends.", "It is renewed.", title="The lease"),
}
"""Extension -> a small document."""

PARTS = {
    "docx": "word/document.xml",
    "pptx": "ppt/slides/slide1.xml",
    "xlsx": "xl/worksheets/one.xml",
    "epub": "in/book.opf",
    "odt": "content.xml",
    "ods": "content.xml",
    "odp": "content.xml",
    "odg": "content.xml",
}
"""Extension -> the part that is fuzzed inside a document that is otherwise whole."""

QUERIES = (
    b'lease path:src/**/*.cs lang:c#,py -test "a phrase" -"not this" sym:Cart.Add is:stale reason:size',
    b'who calls renew_lease() std::vector http://host a:=b level:critical -ext:md repo:"a b"',
)
PATTERNS = (b"src/**/*a*b?/c\nsrc/x/aab1/c/d", b"/*.md\ndocs/a.md")
RULES = (b"# c\n*.log\n!keep.log\n/build/\na/**/b[!x-z]\\ \n**/x\nsrc/a/b/keep.log",)
SETTINGS = (
    b'tenant = "acme"\ngroups = ["developers"]\n[[rules]]\nglob = ["docs/**", "*.md"]\nlevel = "critical"\ngroups = ["x"]\n',
    b"external = true\n[rules]\n",
)
HANDSHAKES = (b"\x00\x00\x00\x14#CHALLENGE#0123456789" * 2, b"\x00\x00\x00\x08#WELCOME#", b"\xff\xff\xff\xff", b"")


def messages() -> tuple[bytes, ...]:
    """Return a few requests as they travel."""
    requests = (
        request(1, "search", (SearchQuery("lease"),)),
        request(2, "tree", (TreeRequest("cs:Cart"), OWNER)),
        request(3, "path", ("a", "b", OWNER)),
        request(4, "status", (OWNER,)),
    )
    return (*requests, msgspec.msgpack.encode({"id": 1, "operation": "search", "arguments": [{}]}))


def parsed_source() -> ParsedFile:
    """Return a parsed file."""
    read = parse(NAMES["python"], SOURCES["python"][0].encode())
    assert isinstance(read, ParsedFile)
    return read


def parts(kind: str) -> dict[str, bytes]:
    """Return all parts of the document of a kind."""
    return dict(_parts(DOCUMENTS[kind]()))


def part_of(kind: str, name: str) -> bytes:
    """Return one part of the document of a kind."""
    return parts(kind)[name]


def _parts(document: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(document)) as opened:
        for name in opened.namelist():
            yield name, opened.read(name)
