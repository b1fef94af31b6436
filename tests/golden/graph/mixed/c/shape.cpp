#include "shape.hpp"
int shop::Square::side() { return 1; }
int shop::Square::area() { return side() * this->side(); }
int use() { shop::Square square; return square.side(); }
