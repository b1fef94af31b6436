package shop

/** Keeps. */
class Cart(id: Int) extends Base {
  def add(i: Item): Int = 1
}

object Cart {
  val rate = 3
}

trait Face {
  def face: Int
}
