from tests.examples.every_game import key

__all__ = ["key"]
