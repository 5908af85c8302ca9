"""Past plays: their records, index, lists, statistics and charts."""
