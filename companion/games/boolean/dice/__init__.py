"""The ten dice: the set, their faces, their owners, and the Split."""
