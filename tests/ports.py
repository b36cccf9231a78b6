"""Ports of the loopback address that are chosen before somebody listens there, and that nobody else gets meanwhile."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"


@contextmanager
def kept(port: int = 0) -> Iterator[int]:
    """Keep a port, any free one or this one, for whoever names it: who asks for any port is given another.

    Nobody listens there by that, so whoever connects is refused. Only Linux lets one listen on a port that is kept;
    elsewhere it is free again at once.
    """
    with socket.socket() as keeping:
        keeping.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeping.bind((HOST, port))
        chosen = keeping.getsockname()[1]
        if sys.platform != "linux":
            keeping.close()
        yield chosen
