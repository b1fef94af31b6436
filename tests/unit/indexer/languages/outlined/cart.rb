module Shop
  # Keeps.
  class Cart < Base
    RATE = 3

    def initialize(a)
    end

    def self.build(x) = new(x)
  end
end

class Shop::Box
end
