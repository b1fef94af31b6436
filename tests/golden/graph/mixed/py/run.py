import store.cart
from store import Basket, items


@store.cart.Cart
def run(cart: Basket):
    cart.add().add()
    store.cart.Cart(items.make())
