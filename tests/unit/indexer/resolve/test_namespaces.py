"""Types of TypeScript behind the namespace that an import makes: ``import * as e`` and ``e.Opt``."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

FILES = {
    "e.ts": "export interface Opt { a: number }\nexport class Base { go() {} }\nexport enum Level { Low }\n",
    "core/index.ts": 'export * from "../e";\nexport * as util from "./util";\n',
    "core/util.ts": "export type Deep<T> = T;\n",
    "a.ts": """import * as e from "./e";
import type * as types from "./e";
import * as core from "./core";
interface Opt { own: number }
export function direct(x: e.Opt) {}
export function typed(): types.Level { return 0; }
export function nested(x: core.util.Deep<string>) {}
export function again(x: Array<core.Opt>) {}
export function called(x: e.Base) { x.go(); }
export function own(x: Opt) {}
export const given: e.Opt = { a: 1 };
export interface More extends e.Opt {}
export class Done implements core.Opt { a = 1; }
""",
}


def test_types_behind_a_namespace_are_referred_to() -> None:
    result = edges(graph_of(FILES))
    assert {each.replace("ts:a.ts#", "") for each in result if " imports " not in each} == {
        "direct references ts:e.ts#Opt",
        "typed references ts:e.ts#Level",
        "nested references ts:core/util.ts#Deep",
        "again references ts:e.ts#Opt",
        "called references ts:e.ts#Base",
        "called calls ts:e.ts#Base.go",
        "own references Opt",
        "given references ts:e.ts#Opt",
        "More inherits ts:e.ts#Opt",
        "Done implements ts:e.ts#Opt",
    }
