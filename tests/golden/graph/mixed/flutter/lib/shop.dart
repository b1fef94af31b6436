export 'src/cart.dart' show Cart, CartState;
