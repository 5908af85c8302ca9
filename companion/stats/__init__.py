"""What many plays say together: counts, streaks, who beats whom, ratings. Pure values."""
