"""The ten dice: derived from the turns of a cube, found by name and by what is seen of them."""
