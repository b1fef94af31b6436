"""Carts."""

import json

import requests

from . import items
from .items import Item, make


class Base:
    def touch(self):
        """Select nothing from anywhere."""


class Cart(Base):
    item: Item

    def __init__(self, item: Item) -> None:
        self.held = item
        self.made = make()

    def add(self) -> "Cart":
        self.touch()
        self.held.rename()
        self.made.rename()
        items.make().rename()
        found = Item()
        found.rename()
        json.dumps({})
        return self

    def save(self, db, name):
        db.execute(f"INSERT INTO dbo.orders SELECT * FROM {name}")
        unknown = db.get()
        unknown.rename()
