"""The command `twotone` as the host types it, run within this process."""

import contextlib
import io
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parents[2]


def twotone(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the command in `folder`, within this process."""
    told, complained = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(complained),
        pytest.raises(SystemExit) as ended,
    ):
        patch.chdir(folder)
        for name in os.environ.keys() - environment({}).keys():
            patch.delenv(name)
        for name, value in environ.items():
            patch.setenv(name, value)
        main(arguments)
    assert isinstance(ended.value.code, int)
    return subprocess.CompletedProcess(arguments, ended.value.code, told.getvalue(), complained.getvalue())


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """A process's environment without settings of ours but the given ones."""
    ours = ("DISCORD_", "DATABASE_", "LOG_", "TEST_GUILD", "TWOTONE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(ROOT), **environ}
