"""Settings of members and servers, and the commands of moderators."""
