"""Puzzles, and the daily one."""
