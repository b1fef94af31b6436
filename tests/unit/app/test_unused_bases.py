"""Members that a base, an interface or a library may call are not surely unused."""

from contextlib import closing
from pathlib import Path

from app.composition import Role, make_core
from search.config.settings import Docs, Embeddings, Settings
from search.types.filters import OWNER
from search.types.graph_queries import Doubt


def doubts_of(folder: Path, files: dict[str, str]) -> dict[str, set[Doubt]]:
    """Return what speaks against each unused definition of some files."""
    for name, text in files.items():
        (folder / "a" / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / "a" / name).write_text(text)
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(folder / "index", settings, Role(follows=False))) as core:
        core.index([str(folder / "a")], semantic=False)
        return {each.node.qualname: set(each.doubts) for each in core.unused("", OWNER)}


FORMS = {
    "forms.py": """
from django import forms
from own import Own


class SignForm(forms.Form):
    def clean_name(self):
        return 1


class Kept(Own):
    def mislaid(self):
        return 1


Kept(SignForm())
""",
    "own.py": "class Own:\n    pass\n",
    "form.ts": "export class Form {}\nnew Form();\n",
}


def test_a_base_of_another_language_is_none_that_a_class_has(tmp_path: Path) -> None:
    assert doubts_of(tmp_path, FORMS) == {
        "SignForm.clean_name": {Doubt.EXPORTED, Doubt.BASE},
        "Kept.mislaid": {Doubt.EXPORTED},
    }


GO = {
    "go.mod": "module m\n\nrequire github.com/yuin/mark v1.0.0\n",
    "filter/ir.go": """package filter

type Condition interface {
	isCondition()
}

type Store interface {
	Unneeded(id int) error
}

type Both struct{}

func (*Both) isCondition() {}

func Use() []Condition { return []Condition{&Both{}} }

func (*Both) forgotten() {}

type rows []int

func (r rows) Len() int { return 0 }

func (r rows) Left() int { return 0 }

func Given() any { return rows{} }
""",
    "internal/draw/draw.go": """package draw

import (
	"context"

	renderer "github.com/yuin/mark/render"
)

type Drawer struct{}

func (*Drawer) Draw(to renderer.Target) error { return nil }

func (*Drawer) CanDraw() bool { return true }

type Alone struct{}

func (*Alone) Run(ctx context.Context) {}

func Left() {}

type Sink interface {
	Pour(cup int)
}

func New() (any, any) { return &Drawer{}, &Alone{} }
""",
    "main.go": """package main

import (
	"m/filter"
	"m/internal/draw"
)

func take(s filter.Store, t draw.Sink) { draw.New(); filter.Use(); filter.Given() }

func main() { take(nil, nil) }
""",
}


def test_a_method_of_go_that_an_interface_or_a_library_demands_is_not_surely_unused(tmp_path: Path) -> None:
    assert doubts_of(tmp_path, GO) == {
        "Condition.isCondition": {Doubt.EXPORTED, Doubt.BASE},
        "Both.isCondition": {Doubt.BASE},
        "Store.Unneeded": {Doubt.EXPORTED},
        "Both.forgotten": set(),
        "rows.Len": {Doubt.EXPORTED, Doubt.BASE},
        "rows.Left": {Doubt.EXPORTED},
        "Drawer.Draw": {Doubt.BASE},
        "Drawer.CanDraw": {Doubt.BASE},
        "Alone.Run": set(),
        "Left": set(),
        "Sink.Pour": set(),
    }


SCRIPT = {
    "map.ts": """
import { listen } from "map";
export function open() {
  listen({ located() { return 1; } });
}
class Own { mislaid() { return 1; } }
open();
new Own();
""",
}


def test_a_method_of_an_object_without_a_name_is_not_surely_unused(tmp_path: Path) -> None:
    assert doubts_of(tmp_path, SCRIPT) == {
        "open.located": {Doubt.EXPORTED, Doubt.BASE},
        "Own.mislaid": {Doubt.EXPORTED},
    }


HANDLERS = {
    "serve.py": """
from outside import Server
import outside
from own import run


class Mail:
    def handle_data(self, server):
        return 1


class Spool:
    def handle_data_of_spool(self, server):
        return 1


class Kept:
    def mislaid(self):
        return 1


class Mine:
    def unneeded(self):
        return 1


class Listed:
    def unlisted(self):
        return 1


def main(port):
    handler = Mail()
    server = Server(handler, port=port)
    outside.listen(
        port, handler=Spool()
    )
    kept = Kept()
    mine = Mine()
    run(mine)
    items = []
    items.append(Listed())
    print(kept)
    return server, kept


main(1)
""",
    "own.py": "def run(it):\n    return it\n",
}


def test_a_method_of_an_object_that_is_given_to_a_library_is_not_surely_unused(tmp_path: Path) -> None:
    doubts = doubts_of(tmp_path, HANDLERS)
    assert doubts == {
        "Mail.handle_data": {Doubt.EXPORTED, Doubt.BASE},
        "Spool.handle_data_of_spool": {Doubt.EXPORTED, Doubt.BASE},
        "Kept.mislaid": {Doubt.EXPORTED},
        "Mine.unneeded": {Doubt.EXPORTED},
        "Listed.unlisted": {Doubt.EXPORTED},
    }
