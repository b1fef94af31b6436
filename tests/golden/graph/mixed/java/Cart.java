package com.shop.cart;

import com.shop.model.Item;
import java.util.List;
import static com.shop.model.Item.cheapest;

/** Holds items. */
@Shown
public class Cart extends Base implements Store<Item> {
    private final Repo repo;

    Cart(Repo repo) { this.repo = repo; }

    public Item add(Item given) {
        Item found = repo.find(given);
        found.touch();
        this.mark();
        mark();
        cheapest();
        var fresh = new Item();
        fresh.touch();
        return given;
    }
}
