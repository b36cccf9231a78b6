"""Pages outside of Discord: which are public, and the webhooks that tell of them."""
