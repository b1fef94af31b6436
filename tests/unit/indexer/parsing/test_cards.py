"""Contacts and calendars are read as what they say, not as they are stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.parse import parse
from indexer.types import ParsedFile, Skip

CONTACTS = """BEGIN:VCARD
VERSION:3.0
N:Müller;Ann;;;
FN:Ann Müller
ORG:Böhm \\& Söhne;Einkauf
item1.TEL;TYPE=WORK,VOICE:+41 44 123
EMAIL;TYPE=INTERNET:ann@example.com
ADR;TYPE=HOME:;;Seestrasse 7;Zürich;;8002;Schweiz
BDAY:1980-05-03
NOTE:Kaution bezahlt\\, Schlüssel
  offen.\\nZweite Zeile
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg
 ABAQAAAQ
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:B=C3=B6=
hm;Karl
TEL;CELL:079 1
END:VCARD
"""
CALENDAR = """BEGIN:VCALENDAR
BEGIN:VTIMEZONE
SUMMARY:none
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTART;TZID=Europe/Zurich:20190503T101500
DTEND:20190503T111500Z
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Abnahme der
  Wohnung
LOCATION:Seestrasse 7\\, Zürich
ORGANIZER;CN="Keller, Karl":mailto:karl@example.com
ATTENDEE:mailto:ann@example.com
DESCRIPTION:Schlüssel\\nmitbringen
BEGIN:VALARM
DESCRIPTION:Alarm
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Kaution zahlen
DUE;VALUE=DATE:20190601
END:VTODO
END:VCALENDAR
"""


def text_of(path: str, source: str) -> str:
    read = parse(path, source.replace("\n", "\r\n").encode())
    assert isinstance(read, ParsedFile)
    return read.text


def test_a_contact_has_a_heading_and_readable_lines() -> None:
    assert text_of("a.vcf", CONTACTS) == (
        "# Ann Müller\n\nOrganisation: Böhm & Söhne, Einkauf\nPhone: +41 44 123 (work)\nE-mail: ann@example.com\n"
        "Address: Seestrasse 7, Zürich, 8002, Schweiz (home)\nBirthday: 1980-05-03\n"
        "Note: Kaution bezahlt, Schlüssel offen.\nZweite Zeile\n\n# Karl Böhm\n\nPhone: 079 1"
    )


def test_an_event_has_a_heading_and_readable_times() -> None:
    assert text_of("a.ics", CALENDAR) == (
        "# Abnahme der Wohnung\n\nBegins: 2019-05-03 10:15\nEnds: 2019-05-03 11:15 UTC\nRepeats: weekly, count 3\n"
        "Place: Seestrasse 7, Zürich\nOrganizer: Keller, Karl <karl@example.com>\nWith: ann@example.com\n"
        "Description: Schlüssel\nmitbringen\n\n# Kaution zahlen\n\nDue: 2019-06-01"
    )


@pytest.mark.parametrize("path", ["a.vcf", "a.ics"])
def test_a_file_without_contacts_or_events_has_no_text(path: str) -> None:
    assert parse(path, b"something else\n") == Skip("no text")


def test_a_contact_that_does_not_end_is_read() -> None:
    assert text_of("a.vcf", "BEGIN:VCARD\nFN:Ann\nBEGIN:VCARD\nFN:Karl\nTEL:1") == "# Ann\n\n\n# Karl\n\nPhone: 1"


@given(st.text('BEGIN:VCARD\nEND;=" \\,ÄT', max_size=400), st.sampled_from(["a.vcf", "a.ics"]))
def test_any_text_is_read(source: str, path: str) -> None:
    lines = f"BEGIN:VCARD\nBEGIN:VEVENT\n{source}\nDTSTART:{source}\nNOTE;ENCODING=QUOTED-PRINTABLE:={source}"
    read = parse(path, lines.encode())
    assert read == Skip("no text") or (isinstance(read, ParsedFile) and read.text.strip())


@pytest.mark.parametrize(
    "line",
    ['TEL;A="' + "x" * 300_000, "TEL" + ";A=b" * 20_000, "NOTE:" + "\\;" * 40_000, "BEGIN:X\n" * 100_000,
     "BEGIN:VCARD\n" * 50_000, "NOTE;QUOTED-PRINTABLE:a=\n" + "b=\n" * 200_000, "\n " * 300_000],
)  # fmt: skip
def test_long_and_deep_files_are_read_to_their_end(line: str) -> None:
    read = parse("a.vcf", f"BEGIN:VCARD\nFN:a\n{line}\nEND:VCARD\nBEGIN:VCARD\nFN:Last One\nEND:VCARD\n".encode())
    assert isinstance(read, ParsedFile)
    assert read.text.startswith("# a")
    assert "# Last One" in read.text


PAGE = """From: <Saved by Blink>
Snapshot-Content-Location: https://example.com/lease
Subject: =?utf-8?q?Der_Vertrag=20?=
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable
Content-Location: https://example.com/lease

<html><head><title>Der Vertrag</title><style>p {}</style></head><body><h2>Kaution</h2>
<p>F=C3=BCr drei =
Monate.</p><script>x()</script></body></html>
--b
Content-Type: text/css
Content-Location: https://example.com/a.css

p {}
--b
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: a.png

iVBORw0K
--b--
"""


@pytest.mark.parametrize("path", ["a.mhtml", "a.mht"])
def test_a_page_saved_as_one_file_is_its_text_below_its_title(path: str) -> None:
    text = text_of(path, PAGE)
    assert text.startswith("# Der Vertrag\n\nAddress: https://example.com/lease\n\n")
    assert "## Kaution" in text
    assert "Für drei Monate." in text
    assert not any(word in text for word in ("p {}", "x()", "png", "iVBOR"))
