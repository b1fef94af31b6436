#ifndef CART_H
#define CART_H
struct cart { int size; };
int cart_size(struct cart *cart);
#endif
