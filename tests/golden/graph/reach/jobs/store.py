class Store:
    def keep(self) -> None:
        raise NotImplementedError


class InvoiceStore(Store):
    def keep(self) -> None:
        self.query("INSERT INTO invoices (id) VALUES (1)")

    def query(self, text: str) -> None: ...


def close(store: Store) -> None:
    store.keep()
