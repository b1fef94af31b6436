defmodule Shop.Price do
  @callback of(map) :: integer
  def of(item), do: item.price
  def sum(prices, start \\ 0), do: Enum.sum(prices) + start
end

defmodule Shop.Discount do
  @behaviour Shop.Price

  @impl true
  def of(item), do: Shop.Price.of(item) - 1
end
