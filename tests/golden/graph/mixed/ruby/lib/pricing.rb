module Pricing
  RATE = 2

  def total
    lines.sum { |line| line * RATE }
  end
end
