"""What may be typed next in a play of A Little White Die, verb by verb; `menu` joins them."""
