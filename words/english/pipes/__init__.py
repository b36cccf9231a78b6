"""Refusals of `python -m rules`, `engines` and `club`."""
