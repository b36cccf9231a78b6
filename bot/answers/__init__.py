"""Answers interactions: the request passed to a handler, and the reply."""
