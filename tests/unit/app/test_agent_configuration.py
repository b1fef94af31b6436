"""One member of a person's JSON file is changed; everything else in it stays as it was written."""

import json

import pytest

from app.installation.coding_agents.json_edit import MemberPath, NotJsonError, with_member, without_member

MEMBER = MemberPath("mcpServers", "dowse")
ENTRY = {"command": "/usr/bin/dowse", "args": ["mcp"]}

ZED = """\
// Zed settings
{
  "theme": "One Dark", // the dark one
  /* servers */
  "mcpServers": {
    "other": {
      "command": "other", // do not remove
      "args": ["a", "b"],
    },
  },
  "vim_mode": true,
}
"""

FILES = {
    "empty": "",
    "white space": "  \n",
    "an empty object": "{}",
    "an empty object in lines": "{\n}\n",
    "one line": '{"a": 1}',
    "no section": '{\n    "a": [1, 2],\n    "b": {"c": null}\n}\n',
    "an empty section": '{\n  "mcpServers": {}\n}\n',
    "another server": '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "other"\n\t\t}\n\t}\n}\n',
    "a comment at the end": '{\n  "a": 1 // one\n  // two\n}\n',
    "comments and trailing commas": ZED,
    "lines of Windows": '{\r\n  "a": 1\r\n}\r\n',
    "a key that looks like ours": '{\n  "dowse": {"mcpServers": 1}\n}\n',
    "letters of other scripts": '{\n  "größe": "日本語 👍"\n}\n',
}


def without_comments(text: str) -> object:
    """Read what is left when comments and trailing commas of these files are gone."""
    lines = (line.partition(" //")[0] for line in text.splitlines() if not line.lstrip().startswith(("//", "/*")))
    plain = " ".join(lines).replace("],     }", "] }").replace("},   }", "} }").replace("}, }", "} }")
    for _ in range(3):
        plain = " ".join(plain.split()).replace(", }", " }")
    return json.loads(plain)


@pytest.mark.parametrize("name", FILES)
def test_the_server_is_added_and_everything_else_stays(name: str) -> None:
    before = FILES[name]
    after = with_member(before, MEMBER, ENTRY)
    data = without_comments(after)
    assert isinstance(data, dict)
    assert data["mcpServers"].pop("dowse") == ENTRY
    old = without_comments(before) if before.strip() else {}
    assert isinstance(old, dict)
    assert {**data, "mcpServers": data["mcpServers"]} == {**old, "mcpServers": old.get("mcpServers", {})}
    assert [word for word in before.replace(",", " ").replace("}", " ").split() if word not in after] == []


@pytest.mark.parametrize("name", FILES)
def test_a_second_time_nothing_changes(name: str) -> None:
    once = with_member(FILES[name], MEMBER, ENTRY)
    assert with_member(once, MEMBER, ENTRY) == once


@pytest.mark.parametrize("name", FILES)
def test_taken_away_the_file_is_what_it_was(name: str) -> None:
    before = FILES[name] if FILES[name].strip() else "{}\n"
    left = without_member(with_member(FILES[name], MEMBER, ENTRY), MEMBER)
    if name == "an empty section":
        assert left == "{}\n"
    elif "an empty object" in name or not FILES[name].strip():
        assert json.loads(left) == {}
    else:
        assert left.replace("\r\n}", "}").replace("\n}", "}") == before.replace("\r\n}", "}").replace("\n}", "}")


def test_an_older_entry_is_renewed_and_what_the_person_added_to_it_stays() -> None:
    text = '{"mcpServers": {"dowse": {"command": "old", "args": [], "env": {"LANG": "C"}}, "z": {}}}'
    after = json.loads(with_member(text, MEMBER, ENTRY))
    assert after["mcpServers"] == {"dowse": {**ENTRY, "env": {"LANG": "C"}}, "z": {}}


def test_a_member_at_the_beginning_is_taken_away_with_its_comma() -> None:
    text = '{"mcpServers": {"dowse": {"command": "old"}, "z": {}}}'
    assert json.loads(without_member(text, MEMBER)) == {"mcpServers": {"z": {}}}


@pytest.mark.parametrize("text", ["{", "[1]", '{"a": }', '{"mcpServers": []}', "hello world", '{} {"a": 1}'])
def test_what_cannot_be_understood_is_refused(text: str) -> None:
    with pytest.raises(NotJsonError):
        with_member(text, MEMBER, ENTRY)
