local basket = require("shop.basket").new()
basket:add(3)
