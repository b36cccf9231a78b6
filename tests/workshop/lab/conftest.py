from tests.examples.every import key

__all__ = ["key"]
