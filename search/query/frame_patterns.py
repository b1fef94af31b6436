"""The lines that runtimes and compilers print for a frame of a stack trace, as regular expressions."""

from typing import Final

from search.analysis.repository_pages import PAGE, PAGE_QUERY, PAGE_WITH_LINE

PATH: Final = r"(?:[A-Za-z]:)?[^\s:()\"'<>|*?,;]{0,260}[\w@-]\.[A-Za-z][\w+]{0,15}"
"""A path with an extension, relative or absolute, of Windows or of other systems."""
_SPACED = r"(?:[A-Za-z]:)?[^:()\"<>|*?\n]{0,260}\.[A-Za-z][\w+]{0,15}"
"""The same with spaces, where the format of the trace shows its ends."""
_AT = r"(?P<path>{}):(?P<line>\d+)"
_SPACED_AT, _PATH_AT = _AT.format(_SPACED), _AT.format(PATH)
_FUNCTION = r"(?P<name>[^\s(][^\n(]*?)"
_DOTNET_NAME = r"(?P<name>(?=[^(\s]*\.)[\w.+`<>$|]+(?:\[[^\]\n]*\])?)"
_DOTNET_AT = "(?:at|bei|à|en)"
_DOTNET_LINE = r"(?:line|Zeile|ligne|línea) (?P<line>\d+)"
_GO_NAME = r"(?:[\w./$-]|\(\*?[\w.\[\]]+\)(?=\.)|\[\.{3}\])+"
_SWIFT_FRAME = r"\d+ +(?:\[\w+\] +)*0x[0-9a-f]{8,16} (?P<name>[\w.$<>]+)[^\n]*? \+ \d+"
_VITEST = "\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}"

PYTHON: Final = (
    r'^\s*File "(?P<path>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<name>\S+))?(?! in )',
    r'^\s*File (?P<path>[^"\s][^"\n]*?):(?P<line>\d+)(?:, in (?P<name>[^\s(]+))?',  # notebooks
)
"""Frames of traces that print the innermost call last."""

OTHERS: Final = (
    r'^\s*File "(?P<path>[^"\n]+)", line (?P<line>\d+) in (?P<name>\S+)',  # Python's dump of threads
    rf"^\s*{_DOTNET_AT} {_FUNCTION}\s?\([^\n)]*\) (?:in|dans|en) (?P<path>{_SPACED}):{_DOTNET_LINE}",  # .NET
    rf"^\s*at {_FUNCTION} \([^\n)]*\) \[0x[0-9a-f]+\] in {_SPACED_AT}",  # Mono
    rf"^(?P<name>[\w.`<>+]+) \([^\n)]*\) \(at {_SPACED_AT}\)",  # Unity
    r"^\s*at (?:[\w.$@-]*/)*(?P<name>[\w.$<>]+)\((?P<path>[\w$-]+\.\w+):(?P<line>\d+)\)",  # JVM
    rf"^\s*at (?:async )?(?:new )?{_FUNCTION} \({_SPACED_AT}:\d+\)",  # V8
    rf"^\s*at (?:async )?{_PATH_AT}(?::\d+)?\s*$",  # V8 and Rust
    rf"^\s*{_VITEST} (?:(?P<name>\S+) )?{_PATH_AT}:\d+\s*$",  # Vitest
    rf"^(?P<name>[\w.$<>/* \[\]]*)@{_SPACED_AT}:\d+\s*$",  # Firefox and Safari
    rf"^\s*#\d+ (?P<path>{_SPACED})\((?P<line>\d+)\): (?P<name>[^\s(]+)",  # PHP
    rf"^\s*(?:from )?{_PATH_AT}:in [`'](?P<name>[^'\n]+)'",  # Ruby
    rf"^\s*#\d+\s+(?:0x[0-9a-f]+ in )?(?P<name>[\w:~<>]+) ?\([^\n]*\) at {_PATH_AT}",  # gdb
    rf"^\s*{_SWIFT_FRAME} in \S+ at {_SPACED_AT}(?::\d+)?\s*$",  # Swift
    rf"^\s*{_SWIFT_FRAME} in \S+(?: at [^\n]*)?$",  # Swift without files
    rf"^\s*(?:at|bei) {_DOTNET_NAME}\([^\n)]*\)\s*$",  # .NET and JVM without files
)
"""Whole lines that are one frame each, the innermost call first; a pattern need not have all the groups."""

FRAME_BEGINS: Final = r'^\s*(?:File ["~/\w]|at |bei )'
"""Beginning of a frame that may go on in the next line, where a terminal wrapped it."""

NAME_BEFORE: Final = (
    r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name><?[\w:<>$ {}#,&'\[\]();-]+?)(?: with [^\n]*)?\s*$",  # Rust
    rf"^\s*(?:created by )?(?P<name>{_GO_NAME})(?:\([^\n]*\))?(?: in goroutine \d+)?\s*$",  # Go
)
"""A line with the name of a function, before the line with its path."""
PATH_AFTER: Final = rf"^\s+(?:at )?{_PATH_AT}(?::\d+|\s\+0x[0-9a-f]+)?\s*$"

LOCATION: Final = (
    rf"(?<![\w/.@:-])(?P<path>{PATH})"
    r"(?::(?P<line>\d+)|\((?P<line2>\d+)(?:,\d+\)|\)(?= ?:))|[\"']?[,:]? (?:on )?line (?P<line3>\d+)"
    r"|#(?:L|lines-)(?P<line4>\d+))(?![\w.]*[.]\d)"
)
"""``worker.py:88``, ``src/main.rs:12:5``, ``Cart.cs(12,5)`` and ``Cart.swift, line 12`` in any text.

PHP writes ``Cart.php on line 12``, a shell ``cart.sh: line 12:``, Perl ``cart.pl line 12``, YAML ``"cart.yml",
line 12``, and addresses of files in the web pages of a repository ``cart.py#L12``.
"""

DIFF: Final = r"^(?:\+\+\+ (?:b/)?|rename to )(?P<path>[^\t\n]+)"
HUNK: Final = r"^@@ -(?P<line>\d+)(?:,\d+)? \+\d+(?:,\d+)? @@"

TRACE_HEADING: Final = (
    r"^\s*(?:Traceback \(most recent call (?:last|first)\):|(?:Call )?[Ss]tack ?[Tt]race:|[Ss]tack:|[Bb]acktrace:"
    r"|stack backtrace:|Thread \d+(?: \"[^\"\n]*\")? crashed:"
    r"|goroutine \d+ \[[^\]\n]*\]:|\.\.\. \d+ (?:more|frames? .*)$|--- End of .* ---)\s*$"
)
"""Lines around frames that say nothing but that these are frames."""

CAUSE: Final = r"^\s*(?:Caused by|\[cause\]): \S"
"""Begins the exception that caused the one before."""
DIRECT_CAUSE: Final = "The above exception was the direct cause of the following exception"
"""Stands after a Python exception that caused the one below."""

PREFIX: Final = (
    r"^(?:[\w.-]{1,60}\s*\|\s|(?:\s*[|+]\s)+|(?:> ?)+"
    r"|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)\s|\[\d{4}-\d\d-\d\d[^\]\n]{0,40}\] \S{1,120}: "
    r"|[A-Z][a-z]{2}\s+\d+ [\d:]{8} \S+ [\w.-]+\[\d+\]: )"
)
"""What containers, journals, mails and exception groups print before each line."""
ADDRESS: Final = (
    r"webpack(?:-internal)?://[^/\s]*/(?:\([\w-]+\)/)?|file:///(?=[A-Za-z]:)|file://"
    rf"|{PAGE}|{PAGE_WITH_LINE}"
    r"|https?://[^/\s]+/(?=\S*:\d+)"
)
"""Scheme and host before the path of a file; of a page of a repository also its name and the branch or commit."""
ADDRESS_QUERY: Final = rf"\?[^\s:)]*(?=:\d+:\d+)|{PAGE_QUERY}(?=#L\d)"

ESCAPED_LINES: Final = r"\\n(?:\\t| +(?:at|File) )"
"""A trace inside a string of a log in JSON."""
ESCAPED_BORDER: Final = r'"[\w.]*(?:stack|trace)[\w.]*"\s*:\s*"|"(?=[,}])'
"""Start and end of such a string."""
