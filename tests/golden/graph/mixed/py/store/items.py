class Item:
    def rename(self):
        return None


def make() -> Item | None:
    return Item()
