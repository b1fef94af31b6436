<?php
use Illuminate\Support\Facades\Route;
use Shop\Cart;

Route::post('cart/{name}', [Cart::class, 'add']);
