"""Settings of members and servers, and the log of moderators' actions."""
