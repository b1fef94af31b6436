defmodule Shop.Cart do
  use Ecto.Schema
  alias Shop.{Price, Repo}

  schema "orders" do
    field :total, :integer
  end

  def latest, do: Repo.all(__MODULE__) |> Enum.map(&total/1)
  def get(id), do: Repo.get(Shop.Cart, id)

  defp total(cart) do
    cart.items
    |> Enum.map(&Price.of/1)
    |> Price.sum()
  end
end
