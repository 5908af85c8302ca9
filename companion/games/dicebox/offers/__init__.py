"""What may be typed next in a play of Dice Box, verb by verb; `menu` joins them."""
