<?php
namespace Shop;

use Psr\Log\LoggerInterface;
use Shop\Model\{Item, Order};

final class Cart extends Base\Basket implements Base\Counted
{
    public function __construct(private Store $store, private LoggerInterface $log)
    {
        parent::__construct();
    }

    public function add(string $name): static
    {
        $item = new Item($name);
        $this->store->keep($item)->label();
        $this->log->info($item->label());
        return $this;
    }

    public function count(): int
    {
        return min(Item::MOST, count(Order::query()->get()));
    }
}
