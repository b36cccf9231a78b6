"""The bot at a playground, without memory that is both writable and executable.

This has the effect of systemd's `MemoryDenyWriteExecute=yes`. Kernels before 6.3 do not know it and
allow everything.
"""

import ctypes
import mmap
import runpy

SEAL, NO_NEW_CODE = 65, 1
"""Linux's numbers of the setting (PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN)."""


def seal() -> None:
    """Refuse such memory to this process and to all that it starts."""
    if ctypes.CDLL(None).prctl(SEAL, NO_NEW_CODE, 0, 0, 0) == 0:
        try:
            mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        except OSError:
            print("sealed", flush=True)


if __name__ == "__main__":
    seal()
    runpy.run_module("tests.wire.eager_bot", run_name="__main__", alter_sys=True)
