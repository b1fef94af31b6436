class OrdersController
  def show
    order = Order.oldest
    order.total
    order.destroy!
  rescue Order::Broken
    OrdersController.new.show
  end
end
