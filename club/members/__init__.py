"""Settings of members and servers, and limits on what each may do at a time."""
