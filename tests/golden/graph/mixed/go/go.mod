module example.com/shop

require github.com/lib/pq v1.10.0
