"""Which Twotone this is."""

from importlib import metadata


def version() -> str:
    """Return the number of the version that is installed, `-` where the files are run without being installed."""
    try:
        return metadata.version("twotone")
    except metadata.PackageNotFoundError:
        return "-"
