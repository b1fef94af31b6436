export abstract class Store {
    abstract keep(): void;
}

export class AuditStore extends Store {
    keep() { this.query("INSERT INTO audit (id) VALUES (1)"); }
    query(text: string) { }
}

export function close(store: Store) { store.keep(); }
