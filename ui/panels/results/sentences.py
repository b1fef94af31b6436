"""Texts of the results list: what screen readers announce for a row, tooltips and labels."""

import math
from collections.abc import Sequence

from msgspec import structs

from search.messages import Message
from search.ranking.duplicates import are_one_page
from search.ranking.signals.wordings import label_of
from search.types.files import FileState, Level
from search.types.results import ChunkHit, FileHit, Signal
from ui.code.names import name_path, short_name
from ui.i18n.language import counted, message_text, signed_hundredths, translate, with_hundredths
from ui.painting.badge_words import badge_words
from ui.painting.kind_words import kind_words
from ui.panels.results.rows import ChunkRow, FileRow, Nearness, Row

BRANCH_SHOWN = 20
"""Characters of a branch name in a badge."""

_STATES = frozenset(state.value for state in FileState)

COPIES_NAMED = 5
"""Most near-identical files that a tooltip names."""


def name_and_folder(path: str) -> tuple[str, str]:
    """Return the last part of a path with ``/``, and the folder before it."""
    folder, _, name = path.rpartition("/")
    return name, folder


def signal_name(signal: Signal) -> str:
    """Return the name of a structural signal, in the language of the window."""
    return translate(label_of(signal.name))


def reason_text(reason: str | Message) -> str:
    """Return the source of a signal; names and words are not translated."""
    return message_text(reason) if isinstance(reason, Message) else reason


def is_listed(file: FileHit) -> bool:
    """Return whether a file is in a list of files by their states, which have no scores."""
    return bool(file.why.signals) and file.why.signals[0].name in _STATES


def state_line(file: FileHit) -> str:
    """Return why a listed file is not indexed, or only in part; empty for others."""
    words = {
        FileState.FAILED.value: translate("Could not be indexed: {reason}"),
        FileState.SKIPPED.value: translate("Left out: {reason}"),
        FileState.TRUNCATED.value: translate("Indexed in part: {reason}"),
    }
    signal = file.why.signals[0] if is_listed(file) else None
    return words[signal.name].format(reason=reason_text(signal.reason)) if signal and signal.name in words else ""


def badges(
    file: FileHit, *, marks: Sequence[str] = (), deleted: bool = False, offline: bool = False
) -> tuple[str, ...]:
    """Return the badges of a file, the most important first; ``marks`` are those that the user set."""
    words = [*marks]
    words += [translate("branch {name}").format(name=_shortened(file.branch))] if file.only_in_git else []
    words += [file.level] if file.level in {Level.CRITICAL, Level.IMPORTANT} else []
    shown_flags = ("test", "deprecated", "generated", "translation", "vendored", "example", "external")
    words.extend(flag for flag in shown_flags if flag in file.flags)
    if file.duplicates:
        words.append(copies_label(file))
    if deleted:
        words.append("deleted")
    elif offline:
        words.append("offline")
    elif file.stale:
        words.append("changed")
    return tuple(words)


def _shortened(branch: str) -> str:
    """Return a name that fits into a badge; its middle is cut, because its end says more."""
    half = BRANCH_SHOWN // 2
    return branch if len(branch) <= BRANCH_SHOWN else f"{branch[:half]}\N{HORIZONTAL ELLIPSIS}{branch[-half:]}"


def lines_of(chunk: ChunkHit) -> str:
    """Return ``63-91`` with an en dash, or one number."""
    if chunk.start_line == chunk.end_line:
        return str(chunk.start_line)
    return f"{chunk.start_line}\N{EN DASH}{chunk.end_line}"


def title_of(chunk: ChunkHit) -> str:
    """Return the symbol or heading path of a chunk; for a chunk without one, its kind."""
    if chunk.header_path:
        return short_name(name_path(chunk), chunk.kind).replace(
            " > ", " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
        )
    return {"text": translate("Text"), "section": translate("top of the document")}.get(
        chunk.kind, kind_words(chunk.kind)
    )


def spoken(row: Row, note: str = "", repository: str = "") -> str:
    """Return the sentence for ``row``.

    ``repository`` is the name that the user gave the repository.
    """
    if isinstance(row, FileRow):
        heading = f"{border_label(row.border)}: " if row.border is not None else ""
        return (
            heading
            + _spoken_file(row.file, repository or row.file.repository)
            + (translate(", note: {note}").format(note=" ".join(note.split())) if note else "")
        )
    if isinstance(row, ChunkRow):
        chunk = row.chunk
        lines = translate("lines {first} to {last}").format(first=chunk.start_line, last=chunk.end_line)
        return translate("{title}, {kind}, {lines}, relevance {score}").format(
            title=title_of(chunk), kind=kind_words(chunk.kind), lines=lines, score=with_hundredths(chunk.relevance)
        )
    return more_label(row.hidden)


def _spoken_file(file: FileHit, repository: str) -> str:
    name, folder = name_and_folder(file.path)
    parts = [
        f"{file.rank}. {name}",
        *(badge_words(badge) for badge in badges(file)),
        repository,
        *([folder] if folder else []),
        *(_spoken_scores(file) if not is_listed(file) else filter(None, (state_line(file),))),
        counted(file.chunk_count, "{n} chunk", "{n} chunks"),
    ]
    return ", ".join(parts)


def _spoken_scores(file: FileHit) -> list[str]:
    score = translate("score {score}").format(score=with_hundredths(file.rank_score))
    return [score, *(f"{label} {share}" for label, share in parts_shown(file))]


def more_label(hidden: int) -> str:
    """Return ``Show 4 more chunks``."""
    return counted(hidden, "Show {n} more chunk", "Show {n} more chunks")


def score_tip(file: FileHit, weight: float) -> str:
    """Return the parts of the score of a file, one a line, with the signals that changed it.

    For a listed file return why it is not indexed.
    """
    if is_listed(file):
        return state_line(file)
    parts = [f"{label} {share}" for label, share in parts_shown(file)]
    lines = [
        translate("Score {score}: {parts}").format(score=with_hundredths(file.rank_score), parts=", ".join(parts)),
        relevance_line(file, weight),
    ]
    for signal in file.why.signals:
        if abs(signal.share) >= 0.005:
            detail = f" ({reason_text(signal.reason)})" if signal.reason else ""
            added = signal.share * (file.scale if signal.share > 0.0 else 1.0)
            lines.append(f"{signal_name(signal)}{detail} {signed_hundredths(added)}")
    if file.why.matched_terms:
        lines.append(translate("Words: {words}").format(words=", ".join(file.why.matched_terms)))
    if file.duplicates:
        named = ", ".join(f"{copy.repository}/{copy.path}" for copy in file.duplicates[:COPIES_NAMED])
        named += ", ..." if len(file.duplicates) > COPIES_NAMED else ""
        if are_one_page(file, file.duplicates):
            lines.append(translate("Other versions or languages: {names}").format(names=named))
        else:
            lines.append(translate("Nearly the same: {names}").format(names=named))
    return "\n".join(lines)


def border_label(near_by: Nearness) -> str:
    """Return the heading of the files that are near and do not hold what was typed."""
    return translate("By meaning") if near_by is Nearness.MEANING else translate("By word")


def part_labels() -> tuple[str, ...]:
    """Return the labels of the segments of a score bar, in the order of `Parts`."""
    return (
        translate("words"),
        translate("meaning"),
        translate("structure"),
        translate("history"),
        translate("reader"),
    )


def parts_in(files: Sequence[FileHit]) -> tuple[int, ...]:
    """Return the positions in `Parts` of the segments that the bars of these files have."""
    shares = [structs.astuple(file.parts) for file in files]
    return tuple(index for index, column in enumerate(zip(*shares, strict=True)) if any(column))


def parts_shown(file: FileHit) -> list[tuple[str, str]]:
    """Return the label of each part of the score and its share; the shares add up to the score as it is shown."""
    labels = part_labels()
    shares = adding_up(structs.astuple(file.parts))
    return [(label, with_hundredths(share)) for label, share in zip(labels, shares, strict=True) if share]


def adding_up(shares: Sequence[float]) -> list[float]:
    """Return numbers of two digits that add up to their sum of two digits."""
    whole = [math.floor(share * 100) for share in shares]
    missing = round(sum(shares) * 100) - sum(whole)
    by_rest = sorted(range(len(whole)), key=lambda index: whole[index] - shares[index] * 100)
    for index in by_rest[: max(0, missing)]:
        whole[index] += 1
    return [number / 100 for number in whole]


def relevance_line(file: FileHit, weight: float) -> str:
    """Return the relevance of a file and how it follows from its semantic and its keyword score."""
    return translate("Relevance {score}: {meaning} of semantic {semantic}, {words} of keyword {keyword}").format(
        score=with_hundredths(file.relevance),
        meaning=f"{weight:.0%}",
        semantic=with_hundredths(file.semantic),
        words=f"{1 - weight:.0%}",
        keyword=with_hundredths(file.keyword),
    )


def copies_label(file: FileHit) -> str:
    """Return ``+3 copies`` for near-identical files, or ``+3 versions`` for other versions of a page."""
    if are_one_page(file, file.duplicates):
        return counted(len(file.duplicates), "+{n} version", "+{n} versions")
    return counted(len(file.duplicates), "+{n} copy", "+{n} copies")


def rank_moved(name: str, now: int, before: int) -> str:
    """Return the announcement after a re-rank."""
    return translate("{name} is now {now}, was {before}").format(name=name, now=now, before=before)
