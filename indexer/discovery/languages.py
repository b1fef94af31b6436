"""Which language or format a file is in, by its name and, without an extension, by its first line."""

import re

_EXTENSIONS = {
    "python": "py pyi pyw",
    "cython": "pyx pxd",
    "csharp": "cs csx",
    "fsharp": "fs fsi fsx",
    "visualbasic": "vb",
    "sql": "sql ddl pks pkb plsql psql tsql",
    "typescript": "ts mts cts",
    "tsx": "tsx",
    "javascript": "js mjs cjs jsx",
    "java": "java",
    "kotlin": "kt kts",
    "groovy": "groovy gradle",
    "scala": "scala sc sbt",
    "clojure": "clj cljs cljc edn",
    "go": "go",
    "rust": "rs",
    "c": "c h",
    "cpp": "cc cpp cxx hh hpp hxx inl ipp c++ h++",
    "cuda": "cu cuh",
    "objectivec": "m mm",
    "swift": "swift",
    "dart": "dart",
    "ruby": "rb rake gemspec",
    "php": "php phtml",
    "perl": "pl pm",
    "lua": "lua",
    "r": "r rmd",
    "julia": "jl",
    "haskell": "hs lhs",
    "ocaml": "ml mli",
    "elm": "elm",
    "erlang": "erl hrl",
    "elixir": "ex exs",
    "zig": "zig",
    "nim": "nim",
    "d": "d",
    "crystal": "cr",
    "fortran": "f f90 f95 f03 for",
    "ada": "adb ads",
    "cobol": "cob cbl cpy",
    "pascal": "pas pp dpr",
    "lisp": "lisp lsp cl el",
    "scheme": "scm ss rkt",
    "prolog": "pro",
    "assembly": "asm s",
    "verilog": "v sv svh",
    "vhdl": "vhd vhdl",
    "bash": "sh bash zsh ksh bats",
    "fish": "fish",
    "powershell": "ps1 psm1 psd1",
    "batch": "bat cmd",
    "awk": "awk",
    "graphql": "graphql gql",
    "prisma": "prisma",
    "protobuf": "proto",
    "thrift": "thrift",
    "terraform": "tf tfvars hcl",
    "bicep": "bicep",
    "nix": "nix",
    "solidity": "sol",
    "wgsl": "wgsl",
    "glsl": "glsl vert frag comp",
    "hlsl": "hlsl",
    "css": "css",
    "scss": "scss",
    "less": "less",
    "vue": "vue",
    "svelte": "svelte",
    "razor": "razor cshtml",
    "html": "html htm xhtml",
    "template": "j2 jinja jinja2 tmpl hbs ejs mustache liquid",
    "xml": "xml xsd xsl xslt xaml axaml resx wsdl svg plist",
    "msbuild": "csproj vbproj fsproj sqlproj props targets proj nuspec",
    "solution": "sln slnx",
    "json": "json jsonc json5 jsonl ndjson geojson webmanifest",
    "yaml": "yaml yml",
    "toml": "toml",
    "ini": "ini cfg conf properties editorconfig",
    "csv": "csv tsv",
    "notebook": "ipynb",
    "markdown": "md mdx markdown mdown mkd qmd",
    "restructuredtext": "rst rest",
    "asciidoc": "adoc asciidoc",
    "org": "org",
    "writerside": "topic",
    "dita": "dita ditamap",
    "docbook": "dbk docbook",
    "textile": "textile",
    "mediawiki": "wiki mediawiki",
    "texinfo": "texi texinfo",
    "rdoc": "rdoc",
    "pod": "pod",
    "latex": "tex ltx sty cls",
    "bibtex": "bib",
    "docx": "docx",
    "pptx": "pptx",
    "xlsx": "xlsx",
    "odt": "odt ott",
    "ods": "ods ots",
    "odp": "odp otp",
    "rtf": "rtf",
    "epub": "epub",
    "pdf": "pdf",
    "diff": "diff patch",
    "make": "mk mak",
    "cmake": "cmake",
    "text": "txt text log",
}

LANGUAGE_BY_EXTENSION: dict[str, str] = {
    extension: language for language, extensions in _EXTENSIONS.items() for extension in extensions.split()
}
"""Lower-case extension without its dot -> language."""

LANGUAGE_BY_NAME: dict[str, str] = {
    "makefile": "make",
    "gnumakefile": "make",
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "cmakelists.txt": "cmake",
    "jenkinsfile": "groovy",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "podfile": "ruby",
    "vagrantfile": "ruby",
    "brewfile": "ruby",
    "justfile": "make",
    "build": "starlark",
    "build.bazel": "starlark",
    "workspace": "starlark",
    "go.mod": "gomod",
    ".gitignore": "ignore",
    ".dowseignore": "ignore",
    ".dockerignore": "ignore",
    ".gitattributes": "ini",
    ".gitconfig": "ini",
    ".editorconfig": "ini",
    ".bashrc": "bash",
    ".profile": "bash",
    ".zshrc": "bash",
}
"""Lower-case file name -> language, where the name says more than an extension."""

_INTERPRETERS = {
    "python": "python",
    "pypy": "python",
    "sh": "bash",
    "bash": "bash",
    "zsh": "bash",
    "dash": "bash",
    "ksh": "bash",
    "fish": "fish",
    "node": "javascript",
    "deno": "typescript",
    "bun": "typescript",
    "ruby": "ruby",
    "perl": "perl",
    "php": "php",
    "lua": "lua",
    "rscript": "r",
    "julia": "julia",
    "pwsh": "powershell",
    "awk": "awk",
    "elixir": "elixir",
    "escript": "erlang",
    "groovy": "groovy",
    "make": "make",
    "runhaskell": "haskell",
}

MARKDOWN_LIKE = frozenset(
    {"markdown", "docx", "html", "pdf", "pptx", "xlsx", "odt", "ods", "odp", "rtf", "epub", "notebook"}
)
"""Languages whose parsed text marks its headings with ``#``."""

_PROSE = "restructuredtext asciidoc org latex text writerside dita docbook textile mediawiki texinfo rdoc pod"
DOCUMENT_LANGUAGES = MARKDOWN_LIKE | frozenset(_PROSE.split())
"""Languages that hold prose for people rather than code or data."""

_SHEBANG = re.compile(r"#!\s*(\S+)(?:\s+(?:-\S+\s+)*(\S+))?")


def extension_of(path: str) -> str:
    """Return the lower-case extension without its dot; empty for ``Makefile`` and ``.gitignore``."""
    name = path.rstrip("/").rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot + 1 :].lower() if dot > 0 else ""


def language_of(path: str, first_line: str = "") -> str:
    """Return the language of a file; ``text`` when neither its name nor its first line tells."""
    name = path.rpartition("/")[2].lower()
    named = LANGUAGE_BY_NAME.get(name) or LANGUAGE_BY_EXTENSION.get(extension_of(name))
    if named:
        return named
    if name.startswith(("dockerfile.", "makefile.")):
        return LANGUAGE_BY_NAME[name.partition(".")[0]]
    return language_of_shebang(first_line) or "text"


def language_of_shebang(first_line: str) -> str:
    """Return the language of the interpreter that ``#!`` names, also behind ``env``; else the empty string."""
    match = _SHEBANG.match(first_line)
    if not match:
        return ""
    program, argument = match.groups()
    name = program.rpartition("/")[2]
    if name == "env":
        name = (argument or "").rpartition("/")[2]
    return _INTERPRETERS.get(re.sub(r"[\d.]+$", "", name.lower()), "")
