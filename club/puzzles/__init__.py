"""Puzzles: to solve alone, posted daily on servers, or found in matches."""
