"""Settings of members and servers, and what moderators do."""
