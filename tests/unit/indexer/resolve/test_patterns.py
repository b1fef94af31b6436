"""Values that a pattern takes apart, methods that a name alone stands for, and exports behind a wrapping call."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

STORES = """export class Policies { abilities(id: string) {} }
export class Dialogs { open() {} close() {} }
export class Root { policies: Policies; dialogs: Dialogs; all: Dialogs[]; }
export function useStores(): Root { return root; }
"""


def calls(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if " calls " in each and "useStores" not in each}


def test_a_pattern_takes_apart_what_a_call_gives() -> None:
    use = """import { useStores, Root } from "./stores";
function a() { const { policies } = useStores(); policies.abilities("1"); }
function b() { const { dialogs: { open } } = useStores(); open(); }
function c() { const { all } = useStores(); for (const each of all) each.close(); }
function d() { const { policies: own = null, ...rest } = useStores(); own.abilities("1"); rest.open(); }
function e() { const { dialogs } = window.root as Root; dialogs.close(); }
async function f() { const { dialogs } = new Root(); dialogs.open(); }
"""
    assert calls({"stores.ts": STORES, "use.ts": use}) == {
        "ts:use.ts#a calls ts:stores.ts#Policies.abilities",
        "ts:use.ts#b calls ts:stores.ts#Dialogs.open",
        "ts:use.ts#c calls ts:stores.ts#Dialogs.close",
        "ts:use.ts#d calls ts:stores.ts#Policies.abilities",
        "ts:use.ts#e calls ts:stores.ts#Dialogs.close",
        "ts:use.ts#f calls ts:stores.ts#Dialogs.open",
    }


def test_a_parameter_is_taken_apart_by_its_type() -> None:
    use = """import { Root, Dialogs } from "./stores";
type Props = { dialogs: Dialogs; onClose: () => void };
const Shown = ({ dialogs, onClose }: Props) => { dialogs.open(); onClose(); };
function hidden({ policies }: Root, { dialogs }: any) { policies.abilities("1"); dialogs.open(); }
function other({ policies }) { policies.abilities("1"); }
"""
    assert calls({"stores.ts": STORES, "use.tsx": use}) == {
        "ts:use.tsx#Shown calls ts:stores.ts#Dialogs.open",
        "ts:use.tsx#hidden calls ts:stores.ts#Policies.abilities",
    }


def test_a_name_alone_may_stand_for_a_method() -> None:
    files = {
        "cancan.ts": """class CanCan { can() {} cannot() {} }
const cancan = new CanCan();
export const { can } = cancan;
export const cannot = cancan.cannot;
""",
        "use.ts": """import { can, cannot } from "./cancan";
function a() { can(); cannot(); }
function b(can: () => void) { can(); }
""",
        "twice.ts": """import { Other } from "./other";
class Own { run() {} stop() {} }
function c(own: Own, other: Other) { let run = own.run; run = other.run; run(); const { stop } = own; stop(); }
""",
        "other.ts": "export class Other { run() {} }\n",
    }
    assert calls(files) == {
        "ts:use.ts#a calls ts:cancan.ts#CanCan.can",
        "ts:use.ts#a calls ts:cancan.ts#cannot",
        "ts:twice.ts#c calls ts:twice.ts#Own.run",
        "ts:twice.ts#c calls ts:twice.ts#Own.stop",
    }


def test_a_default_export_behind_a_wrapping_call_means_what_is_wrapped() -> None:
    files = {
        "Title.tsx": "function Title() {}\nexport const size = 1;\nexport default observer(Title);\n",
        "Input.tsx": "class Input {}\nexport default connect(state)(React.forwardRef(Input));\n",
        "mover.ts": "async function mover() { own(); }\nfunction own() {}\nexport default traced({})(mover);\n",
        "save.ts": "function write() {}\nexport default debounce(write);\n",
        "User.ts": "const Schema = { run() {} };\nexport default model('User', Schema);\n",
        "use.tsx": """import Shown from "./Title";
import Input from "./Input";
import move from "./mover";
import save from "./save";
import User from "./User";
export const Page = () => { move(); save(); User.run(); return <Shown><Input /></Shown>; };
""",
    }
    assert calls(files) | {each for each in edges(graph_of(files)) if "instantiates" in each} == {
        "ts:use.tsx#Page calls ts:Title.tsx#Title",
        "ts:use.tsx#Page instantiates ts:Input.tsx#Input",
        "ts:use.tsx#Page calls ts:mover.ts#mover",
        "ts:mover.ts#mover calls ts:mover.ts#own",
        "ts:use.tsx#Page calls ts:save.ts#write",
    }


def test_a_constant_that_is_exported_by_its_name_is_a_definition() -> None:
    files = {
        "Empty.tsx": "const Empty = styled.p`x`;\nexport default Empty;\n",
        "parts.tsx": "const Row = styled.tr``;\nconst Cell = styled.td``;\nexport { Row, Cell as Field };\n",
        "memo.tsx": "const Text = forwardRef(() => load());\nfunction load() {}\nexport default memo(Text);\n",
        "run.ts": "const Made = (function () { function inner() {} })();\nexport default Made;\n",
        "use.tsx": """import Empty from "./Empty";
import { Row, Field } from "./parts";
import Text from "./memo";
export const Page = () => <Row><Field /><Empty /><Text /></Row>;
""",
    }
    wanted = {each for each in edges(graph_of(files)) if " imports " not in each}
    assert wanted == {
        "ts:use.tsx#Page calls ts:Empty.tsx#Empty",
        "ts:use.tsx#Page calls ts:parts.tsx#Row",
        "ts:use.tsx#Page calls ts:parts.tsx#Cell",
        "ts:use.tsx#Page calls ts:memo.tsx#Text",
        "ts:memo.tsx#Text calls ts:memo.tsx#load",
        "file:memo.tsx references ts:memo.tsx#Text",
    }


def test_a_model_of_a_library_gives_objects_of_its_class() -> None:
    files = {
        "models.ts": """import { Model as Base } from "sequelize-typescript";
export class Model extends Base { archive() {} }
export class Team extends Model { invite() {} static own(): string { return ""; } }
export class Plain { invite() {} }
export async function buildTeam(name: string) { return Team.create({ name }); }
""",
        "use.ts": """import { Team, Plain, buildTeam } from "./models";
async function a() { const team = await Team.findByPk(1); team.invite(); team.archive(); }
async function b() { (await Team.findOne({})).invite(); }
async function c() { for (const each of await Team.findAll()) each.archive(); }
async function d() { const team = await buildTeam("x"); team.invite(); }
async function e() { const plain = await Plain.findByPk(1); plain.invite(); }
async function f(Team: any) { const team = await Team.findByPk(1); team.invite(); }
async function g() { const teams = await Team.findAll(); teams.forEach((each) => each.invite()); teams.invite(); }
""",
    }
    assert {each for each in calls(files) if "#buildTeam" not in each} == {
        "ts:use.ts#a calls ts:models.ts#Team.invite",
        "ts:use.ts#a calls ts:models.ts#Model.archive",
        "ts:use.ts#b calls ts:models.ts#Team.invite",
        "ts:use.ts#c calls ts:models.ts#Model.archive",
        "ts:use.ts#d calls ts:models.ts#Team.invite",
        "ts:use.ts#g calls ts:models.ts#Team.invite",
    }
