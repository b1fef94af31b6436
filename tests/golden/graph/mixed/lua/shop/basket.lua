local Item = require("shop.item")

local Basket = {}
Basket.__index = Basket

function Basket.new()
  local self = setmetatable({}, Basket)
  self.last = Item.new(0)
  return self
end

function Basket:add(price)
  self.last = Item.new(price)
  self:check()
end

function Basket:check()
  return self.last:cost()
end

return Basket
