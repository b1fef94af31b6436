<?php
namespace Shop;

/** Keeps. */
class Cart extends Base
{
    const RATE = 3;

    public function add(Item $i): void
    {
    }
}

trait Loud
{
}

function helper($a)
{
}
