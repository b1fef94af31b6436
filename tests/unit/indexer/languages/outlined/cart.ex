defmodule Shop.Cart do
  @moduledoc "Keeps."

  @rate 3

  # Puts one more in.
  @doc """
  Adds an item.

      add(cart, item)
  """
  @spec add(list, term) ::
          integer
  def add(cart, item) when is_list(cart) do
    1
  end

  def add(_, _), do: 2
  defp hidden, do: 3
  defmacro twice(x), do: x

  @doc """
  Says the price.
  """
  @callback price(item :: term) :: integer
end

defimpl Face, for: Cart do
  def face(x), do: x
end
