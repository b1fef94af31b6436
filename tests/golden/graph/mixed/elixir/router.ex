defmodule ShopWeb.Router do
  use Phoenix.Router

  scope "/shop", ShopWeb do
    get "/carts/:id", CartController, :show
  end
end

defmodule ShopWeb.CartController do
  alias Shop.Cart
  def show(conn, %{"id" => id}), do: json(conn, Cart.get(id))
end
