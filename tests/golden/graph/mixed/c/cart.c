#include "cart.h"
#include <stdio.h>

int cart_size(struct cart *cart) { return cart->size; }
