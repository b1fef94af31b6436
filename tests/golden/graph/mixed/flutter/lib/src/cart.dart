part 'cart.g.dart';

class Item {
  Item(this.price);
  factory Item.fromJson(Map<String, dynamic> json) => _$ItemFromJson(json);
  final int price;
  int twice() => price * 2;
}

class CartState {
  const CartState({this.items = const []});
  final List<Item> items;
  int get total => items.fold(0, (sum, item) => sum + item.twice());
}

class Cart {
  CartState state = const CartState();
  Future<Item> load() async => Item(1);
  void add(Item item) => state = CartState(items: [...state.items, item]);
}
