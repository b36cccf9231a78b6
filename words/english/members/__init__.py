"""Settings of members and servers, and what was changed of them."""
