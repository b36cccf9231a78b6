"""A library that cuts the power.

It is built once, and preloaded into processes whose disk is to fail.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests import missing

SOURCE: Final = Path(__file__).parent / "data" / "sqlite" / "power_cut.c"
COMPILER: Final = shutil.which("gcc") or shutil.which("cc")
ON_LINUX: Final = pytest.mark.skipif(sys.platform != "linux", reason="a library is preloaded on Linux only")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library."""
    if COMPILER is None:
        missing.leave_out(missing.COMPILER)
    built = tmp_path_factory.mktemp("power") / "power_cut.so"
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread"]
    subprocess.run([COMPILER, *flags, "-o", str(built), str(SOURCE), "-ldl"], check=True)
    return built
