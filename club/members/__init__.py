"""What members and servers have chosen for themselves, and how much each may have going at a time."""
