"""How faces are drawn: `○` is one with its sticker, white, and `·` one without, black."""

WHITE, BLACK, UNSEEN = "○", "·", "?"
LEGEND = f"{WHITE} white, with a sticker; {BLACK} black, without."
