package shop

/** Keeps. */
open class Cart(val id: Int) : Base() {
    fun add(item: Item): Int {
        return 1
    }
}

interface Face {
    fun face()
}

object Single

val rate = 3

fun String.shout(): String = this
