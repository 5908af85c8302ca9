"""The ten dice: what there are, what is seen of them, whose they are, and the Split."""
