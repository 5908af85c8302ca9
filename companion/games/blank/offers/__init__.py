"""What may be typed next in a play of BLANK, verb by verb; `menu` joins them."""
