"""What may be typed next in a play of Blank White Dice, verb by verb; `menu` joins them."""
