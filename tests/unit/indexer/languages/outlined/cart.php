<?php
namespace Shop;

/** Keeps. */
class Cart extends Base
{
    const RATE = 3, MOST = 9;

    public function add(Item $i): void
    {
    }
}

const NEAR = 1, FAR = 2;

trait Loud
{
}

function helper($a)
{
}
