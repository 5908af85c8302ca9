"""Statistics of plays: counts, streaks, who beats whom, ratings. Pure values."""
