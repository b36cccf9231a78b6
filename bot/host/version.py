"""The version of this program."""

from importlib import metadata


def version() -> str:
    """Return the installed version number, or `-` if not installed."""
    try:
        return metadata.version("twotone")
    except metadata.PackageNotFoundError:
        return "-"
