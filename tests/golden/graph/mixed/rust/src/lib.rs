mod cart;
pub mod model;

pub use cart::Cart;
use serde::Serialize;

fn run() {
    let cart = Cart::new();
    cart.add();
    crate::model::make();
}
