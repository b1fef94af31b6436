from .cart import Cart as Basket
