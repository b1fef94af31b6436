pub struct Item;

impl Item { pub fn touch(&self) {} }

pub trait Marked { fn mark(&self); }

pub fn make() -> Item { Item }
