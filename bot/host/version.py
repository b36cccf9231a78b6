"""Which Twotone this is."""

from importlib import metadata


def version() -> str:
    """Return the installed version's number, or `-` if nothing is installed."""
    try:
        return metadata.version("twotone")
    except metadata.PackageNotFoundError:
        return "-"
