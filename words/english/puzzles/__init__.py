"""Puzzles, including the daily one."""
