"""The host's webhook: the content of pages, signed and sent to another program.

Nothing is sent to an address of a private network, unless the host allows it. It is signed by the convention
of Standard Webhooks (https://www.standardwebhooks.com), for which receivers have verifiers.
"""

import base64
import binascii
import errno
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
from typing import Any, Final

import aiohttp

from club.running.column import Now

log = logging.getLogger(__name__)

PATIENCE: Final = 15.0
"""Seconds that a request may take."""
AGENT: Final = "Twotone"
ID, STAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
"""The headers of the convention."""
FORMER_STAMP, FORMER_SIGNATURE = "X-Twotone-Timestamp", "X-Twotone-Signature"
"""Our own headers of before; a receiver may still go by them in version 1.2."""
ENCODED: Final = "whsec_"
"""How a secret in base64 begins."""
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""What stands in IPv6 for all addresses of IPv4 (RFC 6052)."""
UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is given out for everybody to reach (RFC 4291)."""


def read_key(secret: str) -> bytes:
    """Return the key that a secret stands for: its base64, or else its own letters.

    >>> read_key("whsec_" + "A" * 32) == bytes(24), read_key("letters of before")
    (True, b'letters of before')
    """
    if secret.startswith(ENCODED):
        try:
            return base64.b64decode(secret.removeprefix(ENCODED), validate=True)
        except binascii.Error:
            pass
    return secret.encode()


def make_id(news_id: str) -> str:
    """Return the id of a message, the same at each try; it has no dot."""
    return "msg_" + hashlib.sha256(news_id.encode()).hexdigest()[:32]


def sign_message(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message by the convention.

    It is the HMAC-SHA256 (RFC 2104) of its id, the time and the body, with dots between, in base64.

    >>> sign_message("k" * 32, "msg_1", 1, b"{}")
    'v1,Q80ZGty3IszXXHUinoWbveVRJieaWWM47J/YHN37L48='
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(read_key(secret), signed, "sha256")).decode()


def sign_body(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a webhook body as it was before the convention.

    It is the HMAC-SHA256 of the time, a dot and the body, under the letters of the secret.

    >>> sign_body("k" * 32, 1, b"{}")
    'sha256=533ff6d088ebbd8b8eda578fab6866516503044a5a167b1cb03ecce1c2b8a844'
    """
    return "sha256=" + hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()


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


def any_socket(address: Any) -> socket.socket:
    """Return a socket for a resolved address, which may be a private one."""
    return socket.socket(*address[:3])


def is_refused(host: str, port: int) -> bool:
    """Whether a host is known to have no address that is public.

    A name that cannot be resolved now may be public later.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(found) and not any(is_public(str(address[0])) for *_, address in found)


class PageWebhook:
    """A webhook that sends the content of pages to `url`.

    `make_socket` returns the socket for each resolved address.
    """

    def __init__(self, url: str, secret: str, now: Now, *, make_socket: Any = public_socket) -> None:
        self._url = url
        self._secret = secret
        self._now = now
        self._connect = make_socket

    async def send(self, payload: dict[str, Any], news_id: str) -> bool:
        """Send a body once, and return whether the receiver accepted it.

        `news_id` is the same at each try. Redirects are not followed.
        """
        body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
        at, message_id = int(self._now()), make_id(news_id)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": AGENT,
            ID: message_id,
            STAMP: str(at),
            SIGNATURE: sign_message(self._secret, message_id, at, body),
            FORMER_STAMP: str(at),
            FORMER_SIGNATURE: sign_body(self._secret, at, body),
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
        except (aiohttp.ClientError, OSError) as fault:
            log.warning("webhook not reached", extra={"fault": type(fault).__name__})
            return False
