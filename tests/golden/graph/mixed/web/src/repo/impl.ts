import type { Item } from "./item";
export class Base {}
export class Repo { get(): Promise<Item> { return import("./item").then((m) => new m.Item()); } }
