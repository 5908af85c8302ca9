"""The three puzzles: `block` and `counting` for the two of blocks, `figure` and `placing` for the
mandala, and how solutions are told and drawn. No play is needed for any of it."""
