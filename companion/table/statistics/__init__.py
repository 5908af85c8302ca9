"""What the group's plays say together: standings, who beats whom, ratings, what they look like."""
