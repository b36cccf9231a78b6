"""The host's webhook: the content of pages, signed and sent to another program.

Nothing is sent to an address of a private network.
"""

import errno
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
from typing import Any, Final

import aiohttp

from club.club import Now

log = logging.getLogger(__name__)

PATIENCE: Final = 15.0
"""Seconds that a request may take."""
AGENT: Final = "Twotone"
STAMP: Final = "X-Twotone-Timestamp"
SIGNATURE: Final = "X-Twotone-Signature"
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""What stands in IPv6 for all addresses of IPv4 (RFC 6052)."""
UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is given out for everybody to reach (RFC 4291)."""


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the signature of a body that is sent at a time.

    It is the HMAC-SHA256 of the time, a dot and the body (RFC 2104).

    >>> signature("k" * 32, 1, b"{}")
    'sha256=533ff6d088ebbd8b8eda578fab6866516503044a5a167b1cb03ecce1c2b8a844'
    """
    return "sha256=" + hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


def is_public(address: str) -> bool:
    """Whether an address is reachable by everyone.

    Loopback, private, link-local and reserved addresses are not.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::1")]
    [True, False, False, False, False]
    >>> is_public("::ffff:10.0.0.1")
    False
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None and not is_public(str(inner)):
            return False
        if found in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        if found not in UNICAST:
            return False
    return found.is_global and not found.is_multicast


def public_socket(address: Any) -> socket.socket:
    """Return a socket for a resolved address.

    Raise `OSError` for an address that is not public.
    """
    family, kind, protocol, _, (host, *_) = address
    if not is_public(host):
        raise PermissionError(errno.EACCES, host)
    return socket.socket(family, kind, protocol)


class Hook:
    """Sends the content of pages to `url`.

    `connect` makes the socket for each resolved address.
    """

    def __init__(self, url: str, secret: str, now: Now, *, connect: Any = public_socket) -> None:
        self._url = url
        self._secret = secret
        self._now = now
        self._connect = connect

    async def send(self, told: dict[str, Any]) -> bool:
        """Send a body once, and return whether the other side accepted it.

        Redirects are not followed.
        """
        body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        at = int(self._now())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": AGENT,
            STAMP: str(at),
            SIGNATURE: signature(self._secret, at, body),
        }
        connector = aiohttp.TCPConnector(socket_factory=self._connect, force_close=True, use_dns_cache=False)
        patience = aiohttp.ClientTimeout(total=PATIENCE)
        try:
            async with (
                aiohttp.ClientSession(connector=connector, timeout=patience) as session,
                session.post(self._url, data=body, headers=headers, allow_redirects=False) as came,
            ):
                taken = 200 <= came.status < 300
                log.log(logging.INFO if taken else logging.WARNING, "webhook", extra={"status": came.status})
                return taken
        except (aiohttp.ClientError, OSError, TimeoutError) as fault:
            log.warning("webhook not reached", extra={"fault": type(fault).__name__})
            return False
