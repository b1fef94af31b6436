defmodule Shop.Cart do
  @doc "adds"
  def add(cart, item) when is_list(cart) do
    1
  end

  def add(_, _), do: 2
  defp hidden, do: 3
  defmacro twice(x), do: x
end

defimpl Face, for: Cart do
  def face(x), do: x
end
