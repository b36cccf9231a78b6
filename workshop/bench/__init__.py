"""Speeds, each against a baseline measured in the same run.

`make bench`, or `make bench ONLY=picture`.
"""
