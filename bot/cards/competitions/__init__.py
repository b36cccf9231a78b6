"""Cards of leagues, tournaments, ladders, team matches and simuls."""
