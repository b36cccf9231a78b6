"""Archives of npm's registry, fetched once and checked."""

import base64
import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path


class WrongArchiveError(Exception):
    """What npm brought is not what was meant."""


@dataclass(frozen=True, slots=True)
class NpmArchive:
    """The archive of a package's version.

    `integrity` is its SHA-512 in base64, as npm writes it.
    """

    package: str
    version: str
    integrity: str

    @property
    def file_name(self) -> str:
        """Return the archive's name, as npm gives it."""
        return f"{self.package.removeprefix('@').replace('/', '-')}-{self.version}.tgz"

    def fetch(self, folder: Path, npm: Path) -> Path:
        """Return the archive, fetching it into a folder if it is not there.

        It comes from the registry that npm uses on this machine. Raise `WrongArchiveError`, or
        `subprocess.CalledProcessError` if npm cannot bring it.
        """
        path = folder / self.file_name
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            wanted = f"{self.package}@{self.version}"
            command = [str(npm), "pack", wanted, "--pack-destination", str(folder), "--loglevel", "error"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        if not self.is_right(path.read_bytes()):
            path.unlink()
            raise WrongArchiveError(path.name)
        return path

    def is_right(self, archive: bytes) -> bool:
        """Return whether an archive is the one that was meant."""
        return base64.b64encode(hashlib.sha512(archive).digest()).decode() == self.integrity
