module Cart where

-- | A cart.
data Cart = Empty | Cart [Int]

class Face a where
  face :: a -> Int

-- | Adds.
add :: Int -> Cart -> Cart
add 0 c = c
add n c = c

total = 3
