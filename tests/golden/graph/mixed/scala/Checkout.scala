package shop.checkout

import shop.orders._

class Checkout(store: OrderStore) extends Priced {
  import store._

  def total: Int = open.map(_.amount).sum

  def pay(number: Int): Unit = find(number) match {
    case Some(order) => order.close()
    case None => Checkout.refuse(number)
  }
}

object Checkout {
  def apply(): Checkout = new Checkout(OrderStore.shared)

  private def refuse(number: Int): Unit = println(number)
}

trait Priced { def total: Int }
