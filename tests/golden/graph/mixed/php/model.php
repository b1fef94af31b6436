<?php
namespace Shop\Model;

class Item
{
    const MOST = 9;
    public function __construct(private string $name) { }
    public function label(): string { return $this->name; }
}
class Order extends \Illuminate\Database\Eloquent\Model { protected $table = 'orders'; }
