"""Discord's OpenAPI document, for the tests that hold requests against it."""

from pathlib import Path

import pytest

from playground.checks.openapi import DOCUMENT_VARIABLE, document_path


def at_hand() -> Path:
    """Where the document is; a test that asks is skipped where there is none, which in CI is a failure."""
    path = document_path()
    if path is None:
        pytest.skip(f"Discord's OpenAPI document is not at hand: set {DOCUMENT_VARIABLE} to it")
    return path
