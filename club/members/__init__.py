"""The choices of members and servers, and how much each may have going at a time."""
