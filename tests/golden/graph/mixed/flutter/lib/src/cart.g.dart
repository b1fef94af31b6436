part of 'cart.dart';

Item _$ItemFromJson(Map<String, dynamic> json) => Item(json['price'] as int);
