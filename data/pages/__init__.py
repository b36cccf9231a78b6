"""Public web pages of matches and servers, and webhooks that announce them."""
