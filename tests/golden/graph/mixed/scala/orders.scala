package shop.orders

case class Order(number: Int, amount: Int) {
  def close(): Unit = ()
}

class OrderStore {
  def open: List[Order] = sql"SELECT number, amount FROM orders WHERE closed = 0".as[Order]

  def find(number: Int): Option[Order] = open.find(_.number == number)
}

object OrderStore {
  val shared = new OrderStore
}
