<?php
namespace Shop;

class Store { public function keep(Model\Item $item): ?Model\Item { return $item; } }
