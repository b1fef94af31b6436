"""A parameter without a type has the one that the receiver of its function declares for it (contextual typing)."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CONTEXT = """
export class Request { url() {} }
export class Context<E = any> { req: Request; text() {} json() {} }
export class Other { text() {} }
"""

TYPES = """
import { Context, Other } from "./context"
export type Next = () => Promise<void>
export type Handler<E = any> = (c: Context<E>, next: Next) => void
export type Late<E> = (c: Context<E>) => Promise<void>
export type Either<E> = Handler<E> | Late<E>
export interface Route<E> {
  <P extends string>(path: P, ...handlers: [Either<E>, Either<E>]): App<E>
  (path: string, handler: Either<E>): App<E>
  (handler: Either<E>): App<E>
}
export interface Plugin { name: string; setup(c: Context): void; close?: (c: Context) => void }
export class App<E = any> {
  get!: Route<E>
  on: Map<string, Handler>
  use(path: string | Handler<E>, ...handlers: Handler<E>[]): this { return this }
  mount(plugin: Plugin) {}
  both(handler: Handler | ((c: Other) => void)) {}
  any(handler: (c: any) => void) {}
  outside(handler: External) {}
  made<T extends Context>(handler: (c: T) => void, value: T) {}
  every(handlers: Handler[]) {}
}
export function register(handler: Handler, plugin: { on: { start(c: Context): void } }) {}
"""


def calls(body: str, **others: str) -> set[str]:
    """Return the calls and their targets of a file that uses an application."""
    imports = 'import { App, Handler, Plugin, Late, register } from "./types"\nimport { Other } from "./context"\n'
    files = {"context.ts": CONTEXT, "types.ts": TYPES, "main.ts": imports + body}
    files |= {f"{name}.ts": text for name, text in others.items()}
    result = {each for each in edges(graph_of(files)) if " calls ts:context.ts#" in each}
    return {each.rpartition("#")[2] for each in result}


@pytest.mark.parametrize(
    ("body", "targets"),
    [
        ("new App().get('/', (c) => c.text())", {"Context.text"}),
        ("const app = new App(); app.get('/', h, async function (c) { c.req.url() })", {"Request.url"}),
        ("let app: App\napp.get((c) => c.text())", {"Context.text"}),
        (
            "const app = new App().get('/', (c) => c.text()).get('/a', (c) => c.json())",
            {"Context.text", "Context.json"},
        ),
        (
            "const app = new App(); app.use((c) => c.text()); app.use('/', h, h, c => c.json())",
            {"Context.text", "Context.json"},
        ),
        (
            "new App().mount({ name: '', setup(c) { c.text() }, close: (c) => c.json() })",
            {"Context.text", "Context.json"},
        ),
        ("new App().every([(c) => c.text()])", {"Context.text"}),
        (
            "register((c) => { const r = c.req; r.url() }, { on: { start(c) { c.text() } } })",
            {"Request.url", "Context.text"},
        ),
        ("register(({ req }) => req.url(), x)", {"Request.url"}),
        ("const h: Handler = (c) => c.text()", {"Context.text"}),
        ("const h = ((c) => c.text()) satisfies Handler", {"Context.text"}),
        ("function h(): Late<any> { return async (c) => { c.text() } }", {"Context.text"}),
        ("const h = (): Handler => (c) => c.text()", {"Context.text"}),
        ("const p: Plugin = { name: '', setup: (c) => c.text() }", {"Context.text"}),
        (
            "class A { h: Handler; #p: Plugin; m() { this.h = c => c.text(); this.#p.setup = c => c.json() } }",
            {"Context.text", "Context.json"},
        ),
        ("register(flag ? (c) => c.text() : other, x)", {"Context.text"}),
        ("register((c) => { [1].map(() => c.text()) }, x)", {"Context.text"}),
        ("class E { constructor(h: Handler) {} }\nnew E((c) => c.text())", {"Context.text"}),
    ],
)
def test_the_taker_says_what_a_parameter_is(body: str, targets: set[str]) -> None:
    assert calls(body) == targets


@pytest.mark.parametrize(
    "body",
    [
        "new App().both((c) => c.text())",
        "new App().any((c) => c.text())",
        "new App().outside((c) => c.text())",
        "new App().made((c) => c.text(), x)",
        "unknown((c) => c.text())",
        "register((a, c) => c.text(), x)",
        "register(...all, (c) => c.text())",
        "register((c) => { items.forEach(function (c) { c.text() }) }, x)",
        "register((c) => { for (const c of items) { c.text() } }, x)",
        "register((c) => { if (x) { const c = other(); c.text() } }, x)",
        "register((c) => { try { x() } catch (c) { c.text() } }, x)",
        "register(c => 0, x); c.text()",
        "register(c => 0, x), c.text()",
        "register((c: External) => c.text(), x)",
        "register((c) => 0 ? ((c) => c.text()) : 1, x)",
    ],
)
def test_what_is_not_certain_says_nothing(body: str) -> None:
    assert calls(body) == set()


def test_two_parameters_of_a_name_in_a_line_are_not_mixed_up() -> None:
    assert calls("register((c) => c.json(), x); others((o: Other) => o.text(), (c) => c.text())") == {
        "Context.json",
        "Other.text",
    }


def test_a_class_without_arguments_has_the_defaults_of_its_parameters() -> None:
    base = """
import { Context, Other } from "./context"
type Taker<A> = (a: A) => void
type Way<A> = (...all: Parameters<Taker<A>>) => void
type Many<A> = (...all: Parameters<(f: Taker<A>) => void>) => void
export class Router<X, A> { get!: Many<A>; put(f: Taker<A>) {} }
export class Own<A extends Context = Context> extends Router<Own, A> {}
"""
    head = 'import { Own } from "./base"\n'
    assert calls(
        f"{head}const own = new Own(); own.get((c) => c.text()); own.put((c) => c.json())", base=base
    ) == {
        "Context.text",
        "Context.json",
    }
    assert (
        calls(f"{head}const own = new Own<Mine>(); own.get((c) => c.text()); own.put((c) => c.json())", base=base)
        == set()
    )


@pytest.mark.parametrize(
    "types",
    [
        "export type T = T | T; export function f(h: T) {}",
        "export type A<X> = B<A<X>>; export type B<X> = A<B<X>>; export function f(h: A<B<1>>) {}",
        "export interface I extends I { h: I } export function f(h: I) {}",
        "export type G<X> = G<G<X>> | G<X[]>; export function f(h: G<1>) {}",
        "export type P = Parameters<P>; export function f(...h: P) {}",
        "export class D<X = D<X>> { f(h: X) {} } export const f = (h: D) => {}",
        f"export function f(h: {'(' * 3_000}(c: C) => void{')' * 3_000}) {{}}",
        f"export function f(h: {'Array<' * 3_000}C{'>' * 3_000}) {{}}",
        f"export function f(h: {' | '.join(f'T{at}' for at in range(3_000))}) {{}}",
    ],
    ids=("alias", "aliases", "interface", "growing", "parameters", "default", "brackets", "arguments", "union"),
)
def test_types_without_an_end_come_to_one(types: str) -> None:
    main = 'import { f } from "./t"\nf((c) => c.text())\nf({ h: { h: (c) => c.x() } })'
    assert any(each.endswith(" calls ts:t.ts#f") for each in edges(graph_of({"t.ts": types, "main.ts": main})))


def test_a_thousand_overloads_are_given_up() -> None:
    overloads = "\n".join(f"  f(a{at}: number, h: (c: C) => void): void" for at in range(1_001))
    types = f"export class C {{ text() {{}} }}\nexport interface I {{\n{overloads}\n}}"
    body = "import { I } from './t'\nfunction g(i: I) {\n" + "  i.f(1, (c) => c.text())\n" * 1_000 + "}"
    assert not [each for each in edges(graph_of({"t.ts": types, "main.ts": body})) if each.endswith("#C.text")]


def test_of_a_thousand_functions_inside_of_each_other_the_outer_ones_have_types() -> None:
    nested = "app.use((c) => { c.json(); " + "app.use((c) => { " * 999 + "c.text()" + " })" * 1_000
    assert calls(f"const app = new App(); {nested}") == {"Context.json"}


@pytest.mark.parametrize(
    "text",
    ["f(" + "c => c.m(), " * 8_000 + ")", "f((c) => { c.m(); " * 2_000 + "}) " * 2_000],
    ids=["beside each other", "inside each other"],
)
def test_thousands_of_functions_that_one_call_is_handed_end(text: str) -> None:
    assert graph_of({"a.ts": text}).nodes
