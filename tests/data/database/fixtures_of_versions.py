"""Databases of every version that has landed."""

from pathlib import Path

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures").glob("*.db.gz"))
