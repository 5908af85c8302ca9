"""For White, Black, or Roll, as long as it has not been converted: see `possession`."""

from companion.games.boolean.dice.possession import pairs as pairs
