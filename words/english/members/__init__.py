"""Settings of members and servers, and the changes made to them."""
