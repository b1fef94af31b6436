#pragma once
namespace shop {
class Shape { public: virtual int area() { return 0; } };
class Square : public Shape { public: int area() override; int side(); };
}
