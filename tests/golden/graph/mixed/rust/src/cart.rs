use crate::model::{self, Item, Marked};

/// Holds items.
pub struct Cart { item: Item }

impl Cart {
    pub fn new() -> Self { Cart { item: model::make() } }
    pub fn add(&self) { self.item.touch(); self.help(); }
    fn help(&self) {}
}

impl Marked for Cart { fn mark(&self) {} }
