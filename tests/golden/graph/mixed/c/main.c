#include "cart.h"

static int doubled(struct cart *cart) { return 2 * cart_size(cart); }

int main(void) { struct cart held; return doubled(&held); }
