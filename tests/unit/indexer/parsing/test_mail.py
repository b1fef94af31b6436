"""Mails as programs send and save them, and mails that are damaged or made to take time."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest

from indexer.facts.extract import extract
from indexer.parsing.parse import parse
from indexer.types import ParsedFile
from tests.unit.indexer.parsing import documents


def parsed(data: bytes, name: str = "a.eml") -> ParsedFile:
    read = parse(name, data)
    assert isinstance(read, ParsedFile)
    return read


def letter(text: str = "Die Kündigungsfrist beträgt drei Monate.\n", charset: str = "utf-8") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Günther Weiß <weiss@a.example>"
    mail["To"] = "Ann Ash <ann@a.example>, Bo <bo@a.example>"
    mail["Subject"] = "Kündigung der Räume: Entwurf"
    mail["Date"] = "Mon, 06 May 2019 15:40:00 +0200"
    mail.set_content(text, charset=charset, cte="base64")
    return mail


def test_subject_people_date_and_text_are_read() -> None:
    read = parsed(letter().as_bytes())

    assert read.language == "eml"
    assert read.text == (
        "# Kündigung der Räume: Entwurf\n\nFrom: Günther Weiß <weiss@a.example>\n"
        "To: Ann Ash <ann@a.example>, Bo <bo@a.example>\nDate: 2019-05-06 15:40\n\n"
        "Die Kündigungsfrist beträgt drei Monate."
    )
    assert read.front_matter.title == "Kündigung der Räume: Entwurf"


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "utf-16", "no-such-charset", "base64", ""])
def test_texts_are_decoded_from_every_encoding(charset: str, encoding: str) -> None:
    mail = EmailMessage()
    is_wide = charset == "utf-16"
    text = "Größe des Gebäudes: 380 m². Die Außenfassade wird grün gestrichen."
    mail.set_content(text, charset="utf-16" if is_wide else "utf-8", cte="base64" if is_wide else encoding)
    if charset != "utf-16":
        mail.set_param("charset", charset)
    raw = mail.as_bytes()

    assert ("Größe" in parsed(raw).text) == (charset != "iso-8859-1")


def test_of_a_text_and_the_same_page_the_text_is_shown_and_a_page_alone_is_read() -> None:
    mail = letter("plain\n")
    mail.add_alternative("<html><body><p>as a <b>page</b></p></body></html>", subtype="html")
    assert parsed(mail.as_bytes()).text.endswith("15:40\n\nplain")

    page = EmailMessage()
    page["Subject"] = "Page"
    page.set_content("<html><body><p>as a <b>page</b></p></body></html>", subtype="html")
    assert parsed(page.as_bytes()).text == "# Page\n\nas a page"


def test_attachments_are_named_and_their_texts_are_sections() -> None:
    mail = letter("See below.\n")
    mail.add_attachment(
        documents.word(), maintype="application", subtype="octet-stream", filename="Verträge/Büro.docx"
    )
    mail.add_attachment(b"\x89PNG\x00", maintype="image", subtype="png", filename="a.png")
    mail.add_attachment(b"damaged", maintype="application", subtype="pdf", filename="b.pdf")

    read = parsed(mail.as_bytes())

    assert "Attachments: Büro.docx, a.png, b.pdf" in read.text
    titles = [each.name for each in extract(read).definitions]
    assert titles[:2] == ["Kündigung der Räume: Entwurf", "Büro.docx"]
    assert len(titles) > 2


def test_a_mail_in_a_mail_is_read_without_what_is_attached_to_it() -> None:
    inner = letter("The inner text.\n")
    inner.add_attachment("secret words", filename="inner.txt")
    outer = letter("The outer text.\n")
    outer.add_attachment(inner)

    text = parsed(outer.as_bytes()).text

    assert "The outer text." in text
    assert "The inner text." in text
    assert "secret words" not in text


def test_a_line_of_a_mail_is_no_heading() -> None:
    definitions = extract(parsed(letter("# apt update\n\nDone\n----\n```\n").as_bytes())).definitions

    assert [each.name for each in definitions] == ["Kündigung der Räume: Entwurf"]


def test_a_mailbox_has_a_section_for_each_mail(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "a.mbox")
    for number in range(3):
        mail = letter(f"Text {number}.\n\nFrom here on it is damp.\n")
        mail.replace_header("Subject", f"Letter {number}")
        box.add(mail)
    box.close()

    read = parsed((tmp_path / "a.mbox").read_bytes(), "a.mbox")

    assert read.language == "mbox"
    assert [each.name for each in extract(read).definitions] == ["Letter 0", "Letter 1", "Letter 2"]
    assert read.text.count("it is damp") == 3


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: a",
        b"\r\nonly a text",
        b"Subject: =?utf-8?b?%%%?= =?x?y?z?=\nDate: never\n\na",
        b"Date: 99 Foo 99999 99:99:99\n\na",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\na",
        b"Content-Type: multipart/mixed; boundary=\n\na",
        b"Content-Type: multipart/mixed\n\na",
        b"Content-Transfer-Encoding: base64\n\nYQ=a=",
        b"Content-Type: text/plain; charset*=x'y'z; name*0*=%ff\n\na",
        b"Content-Disposition: attachment; filename*=no-charset''%41.txt\n\na",
        b"\xff\xfe\xfd: a\n\na\xff",
    ],
)
def test_a_damaged_mail_gives_what_can_be_read(data: bytes) -> None:
    assert parsed(data).text.startswith("# ")


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: " + b"=?" * 50_000 + b"\n\na",
        b"Subject: " + b"(" * 100_000 + b"\nFrom: " + b"(" * 100_000 + b"\n\na",
        b"Content-Type: text/plain; " + b'a="' * 50_000 + b"\n\na",
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * 50_000,
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3_000)),
        b"Content-Type: message/rfc822\n\n" * 5_000,
        b"\n" * 100_000,
        b"a" * 100_000,
    ],
    ids=["words", "comments", "parameters", "parts", "parts-in-parts", "mails-in-mails", "lines", "line"],
)
def test_a_mail_that_is_made_to_take_time_is_read_at_once(data: bytes) -> None:
    assert parsed(b"X: 1\n" + data).text
    assert parsed(b"From a Mon Jan 01 00:00:00 2018\n" + data, "a.mbox").text


def _box(count: int, text: str = "damp") -> bytes:
    mails = (f"From - Mon Jan 01 00:00:00 2018\nSubject: Letter {number}\n\n{text}\n\n" for number in range(count))
    return "".join(mails).encode()


def test_a_mailbox_without_an_ending_is_read_as_one() -> None:
    read = parsed(_box(2), "Mail/Local Folders/Inbox")
    assert read.language == "mbox"
    assert read.text == "# Letter 0\n\ndamp\n\n# Letter 1\n\ndamp"
    assert parsed(b"From here on 2018\nit is damp\n", "notes").language == "text"
    assert parsed(b"From version 1.0 to 2024\nfixed: the walrus bug\n", "CHANGES").language == "text"
    assert parsed(_box(1), "notes.txt").language == "text"


def test_of_a_large_mailbox_the_last_mails_are_read() -> None:
    read = parsed(_box(60, "damp " * 20_000), "a.mbox")
    assert read.truncated == "only the last 38 of 60 mails are indexed"
    assert read.text.startswith("# Letter 22\n")
    assert read.text.endswith("damp")
    assert "# Letter 59\n" in read.text


def test_the_attachments_of_a_mailbox_are_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexer.parsing.mail.MOST_ATTACHMENTS_OF_A_BOX", 2)
    part = 'Content-Disposition: attachment; filename="a{}.txt"\n\nwords {}\n--b--\n'
    heads = 'From - Mon Jan 01 00:00:00 2018\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
    text = parsed("".join(heads + part.format(number, number) for number in range(4)).encode(), "a.mbox").text
    assert [f"words {number}" in text for number in range(4)] == [False, False, True, True]
    assert text.count("Attachments: a") == 4


def test_of_a_mailbox_of_tiny_mails_the_last_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexer.parsing.mail.MOST_MAILS", 3)
    read = parsed(_box(5), "a.mbox")
    assert read.truncated == "only the last 3 of 5 mails are indexed"
    assert read.text.startswith("# Letter 2\n")
