"""The ten dice: what there are, what is seen of them, how they are drawn, and the Split."""
