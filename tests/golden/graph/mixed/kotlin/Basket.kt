package com.shop.basket

import com.shop.model.Item as Ware

interface Priced { fun price(): Int }

data class Fruit(val name: String, val cents: Int, val ware: Ware) : Priced {
    override fun price() = cents
    companion object { fun of(name: String): Fruit = Fruit(name, LOWEST, Ware.cheapest()) }
}

const val LOWEST = 1

fun Priced.doubled(): Int = price() * 2

class Basket(private val fruits: List<Fruit>) {
    private val first by lazy { Fruit.of("pear") }

    fun total(): Int {
        fruits.forEach { it.ware.touch() }
        return first.apply { price() }.doubled()
    }

    fun sizes() = listOf(1).map(::Box)
}

class Box(val size: Int)
