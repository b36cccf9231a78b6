"""Loopback ports chosen before a process listens on them.

No other process gets them meanwhile.
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"


@contextmanager
def reserve_port(port: int = 0) -> Iterator[int]:
    """Reserve a port, this one or any free one.

    A process may still listen on it by naming it, but one that asks for any port gets another.
    Reserving a port does not listen on it, so connections are refused. Only Linux allows listening on
    a port that is reserved; elsewhere it is free again at once.
    """
    with socket.socket() as keeping:
        keeping.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeping.bind((HOST, port))
        chosen = keeping.getsockname()[1]
        if sys.platform != "linux":
            keeping.close()
        yield chosen
