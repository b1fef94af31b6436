<?php
namespace Shop\Base;

interface Counted { public function count(): int; }
abstract class Basket
{
    public function __construct() { }
}
