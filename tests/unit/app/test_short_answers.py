"""What agents get is short, and nothing that they need next is left out."""

from dataclasses import replace

import msgspec
from jsonschema import Draft202012Validator

from app.core.answers.context import ContextText
from app.mcp.answers import MOST_LEFT_OUT, ContextAnswer, output_schema
from app.mcp.schemas import outline, without_titles
from app.mcp.short_answers import GLANCE_LINES, MOST_DUPLICATES, WHOLE_FILES, ShortSearch, ShortTree
from search.messages import Message
from search.types.context import LeftOut
from search.types.filters import OWNER
from search.types.graph import TreeRequest
from search.types.ids import FileId, NodeId
from search.types.query import SearchQuery
from search.types.results import Duplicate
from tests.fakes.core import READY, EchoCore


def test_a_tree_keeps_its_lines_in_order_with_their_depth() -> None:
    tree = EchoCore().tree(TreeRequest("lease.py"), OWNER)
    short = ShortTree.of(tree)
    assert [(node.id, node.depth) for node in short.nodes] == [(node.id, node.depth) for node in tree.nodes]
    assert len(msgspec.json.encode(short)) < len(msgspec.json.encode(tree))


def test_files_keep_their_order_and_what_other_tools_ask_for() -> None:
    result = EchoCore().search(SearchQuery("lease"))
    short = ShortSearch.of(result)
    assert [file.file_id for file in short.files] == [file.file_id for file in result.files]
    assert [chunk.node_id for file in short.files for chunk in file.chunks] == [
        chunk.node_id for file in result.files for chunk in file.chunks
    ]


def test_only_the_first_files_have_their_texts_whole() -> None:
    result = EchoCore().search(SearchQuery("lease"))
    chunk = msgspec.structs.replace(result.files[0].chunks[0], text="line\n" * 20)
    file = msgspec.structs.replace(result.files[0], chunks=(chunk,))
    short = ShortSearch.of(replace(result, files=(file,) * (WHOLE_FILES + 1)))
    assert [part.cut for ranked in short.files for part in ranked.chunks] == [0] * WHOLE_FILES + [
        20 - GLANCE_LINES
    ]
    assert short.files[-1].chunks[0].text == "line\n" * GLANCE_LINES


def test_where_nothing_answers_notes_come_first_and_no_text_of_a_file_follows() -> None:
    result = EchoCore().search(SearchQuery("lease"))
    nothing = replace(result, nothing_here=True, notes=(Message("search.nothing_here"),))
    encoded = msgspec.json.decode(msgspec.json.encode(ShortSearch.of(nothing)))
    assert list(encoded)[:3] == ["query", "notes", "nothing_here"]
    assert [file["path"] for file in encoded["files"]] == [file.path for file in result.files]
    assert all("chunks" not in file for file in encoded["files"])


def test_copies_of_a_file_are_counted_after_the_first_ones_and_have_their_repository_where_it_is_another() -> None:
    result = EchoCore().search(SearchQuery("lease"))
    own = result.files[0].repository
    copies = [
        Duplicate(FileId(f"{own}@-:file:{at}"), f"lang/{at}.json", own, "-") for at in range(MOST_DUPLICATES + 3)
    ]
    elsewhere = Duplicate(FileId("till@-:file:a.json"), "a.json", "till", "-")
    file = msgspec.structs.replace(result.files[0], duplicates=(elsewhere, *copies))
    (short,) = ShortSearch.of(replace(result, files=(file,))).files
    assert short.duplicates[:2] == ("till/a.json", "lang/0.json")
    assert (len(short.duplicates), short.more_duplicates) == (MOST_DUPLICATES, 4)


def test_a_part_of_a_file_outside_of_definitions_does_not_repeat_its_id() -> None:
    result = EchoCore().search(SearchQuery("lease"))
    chunk = msgspec.structs.replace(result.files[0].chunks[0], node_id=NodeId(result.files[0].file_id))
    file = msgspec.structs.replace(result.files[0], chunks=(chunk,))
    encoded = msgspec.json.decode(msgspec.json.encode(ShortSearch.of(replace(result, files=(file,)))))
    assert "node_id" not in encoded["files"][0]["chunks"][0]


def test_evidence_names_a_few_of_the_texts_that_did_not_fit_and_counts_the_others() -> None:
    left_out = tuple(LeftOut(f"shop@-:py:{number}", 900) for number in range(MOST_LEFT_OUT + 7))
    text = ContextText("lease", "shop@-", 100, 9, (), left_out, "...", (), {})
    answer = ContextAnswer.from_text(text, READY)
    assert (answer.left_out, answer.more_left_out) == (left_out[:MOST_LEFT_OUT], 7)
    assert ContextAnswer.from_text(msgspec.structs.replace(text, left_out=()), READY).more_left_out == 0


def test_what_is_usual_is_left_out() -> None:
    encoded = msgspec.json.decode(msgspec.json.encode(ShortSearch.of(EchoCore().search(SearchQuery("lease")))))
    assert "duplicates" not in encoded["files"][0]
    assert "corrections" not in encoded


def test_a_schema_keeps_fields_that_are_called_title() -> None:
    schema = {"title": "A", "properties": {"title": {"title": "B", "type": "string", "description": "c"}}}
    assert without_titles(schema) == {"properties": {"title": {"type": "string", "description": "c"}}}


def test_the_schema_of_a_short_or_detailed_answer_is_that_of_the_short_one() -> None:
    assert output_schema(ShortSearch | int) == output_schema(ShortSearch)


def test_the_outline_of_a_schema_names_the_members_of_an_answer_and_accepts_it() -> None:
    answer = ShortSearch.of(EchoCore().search(SearchQuery("lease")))
    schema = outline(output_schema(ShortSearch))
    assert set(schema["properties"]) == set(ShortSearch.__struct_fields__)
    assert schema["properties"]["files"] == {"type": "array", "items": {"type": "object"}}
    assert schema["properties"]["confidence"] == {"type": "number"}
    Draft202012Validator(schema).validate(msgspec.json.decode(msgspec.json.encode(answer)))


def test_a_member_of_several_kinds_has_them_all_in_the_outline() -> None:
    choices = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Thing"}]}
    schema = {"properties": {"thing": choices}, "$defs": {"Thing": {"type": "object", "properties": {}}}}
    assert outline(schema)["properties"] == {"thing": {"type": ["null", "object"]}}
