"""Public web pages: what has one, at which address, and its contents."""
