package com.shop.cart;

import com.shop.model.*;

interface Repo { Item find(Item item); }
interface Store<T> { }
class Base { void mark() { } }
@interface Shown { }
