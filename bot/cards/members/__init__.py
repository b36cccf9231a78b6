"""Cards for the settings of members and servers, and the log of changes."""
