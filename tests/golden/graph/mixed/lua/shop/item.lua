local Item = {}
Item.__index = Item

local function rounded(price)
  return math.floor(price)
end

function Item.new(price)
  return setmetatable({ price = rounded(price) }, Item)
end

function Item:cost()
  return self.price
end

return Item
