import 'package:flutter/material.dart';
import 'package:shop/shop.dart';

class CartPage extends StatefulWidget {
  const CartPage({super.key, required this.cart});
  static const route = '/cart';
  final Cart cart;

  @override
  State<CartPage> createState() => _CartPageState();
}

class _CartPageState extends State<CartPage> {
  Future<void> _fill() async {
    final item = await widget.cart.load();
    widget.cart..add(item)..add(item);
    if (mounted) Navigator.pushNamed(context, CartPage.route);
  }

  @override
  Widget build(BuildContext context) {
    return ListenableBuilder(
      builder: (context, _) => Text(widget.cart.state.total.label),
      onTap: _fill,
    );
  }
}

extension on int {
  String get label => '$this';
}
