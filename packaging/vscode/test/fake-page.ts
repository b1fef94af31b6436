// A document for tests of the page's script: elements with text, classes, children and listeners, and no markup.

type Listener = (event: Record<string, unknown>) => void;

export class FakeElement {
  children: FakeElement[] = [];
  className = "";
  title = "";
  value = "";
  placeholder = "";
  readonly attributes = new Map<string, string>();
  private readonly listeners = new Map<string, Listener[]>();
  private own = "";

  constructor(readonly tag: string, private readonly page: FakePage) {}

  set innerHTML(_markup: string) {
    throw new Error("a text of a file must not become markup");
  }
  set textContent(text: string) {
    this.own = text;
    this.children = [];
  }
  get textContent(): string {
    return this.own + this.children.map((child) => child.textContent).join("");
  }
  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }
  replaceChildren(...children: FakeElement[]): void {
    this.children = children;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  addEventListener(kind: string, listener: Listener): void {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }
  focus(): void {
    this.page.document.activeElement = this;
  }
  querySelectorAll(tag: string): FakeElement[] {
    return this.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.querySelectorAll(tag)]);
  }
  /** Send an event to the listeners; return whether its default was prevented. */
  send(kind: string, event: Record<string, unknown> = {}): boolean {
    let prevented = false;
    const preventDefault = () => void (prevented = true);
    this.listeners.get(kind)?.forEach((listener) => listener({ ...event, preventDefault }));
    return prevented;
  }
}

/** A page with the elements of `searchPage`, and the functions that an editor gives to it. */
export class FakePage {
  readonly posted: unknown[] = [];
  state: unknown;
  readonly elements = new Map<string, FakeElement>();
  readonly timers: (() => void)[] = [];
  readonly document = {
    activeElement: undefined as FakeElement | undefined,
    createElement: (tag: string) => new FakeElement(tag, this),
    getElementById: (id: string) => this.element(id),
  };
  private receive: Listener = () => undefined;

  constructor(state?: unknown) {
    this.state = state;
  }

  element(id: string): FakeElement {
    const known = this.elements.get(id) ?? new FakeElement(id, this);
    this.elements.set(id, known);
    return known;
  }

  /** The names that the script finds in a browser. */
  globals(): Record<string, unknown> {
    return {
      document: this.document,
      window: { addEventListener: (_kind: string, listener: Listener) => (this.receive = listener) },
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => this.posted.push(message),
        getState: () => this.state,
        setState: (state: unknown) => (this.state = state),
      }),
      setTimeout: (job: () => void) => this.timers.push(job),
      clearTimeout: () => (this.timers.length = 0),
    };
  }

  /** Deliver a message of the extension. */
  message(data: unknown): void {
    this.receive({ data });
  }
}
