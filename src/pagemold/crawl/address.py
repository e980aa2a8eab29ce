"""No request goes to a private address unless the user allows it.

A page may redirect to `http://169.254.169.254/`, and a name may resolve to a public address when it is checked and to a
private one when it is used. So the check sits in the resolver: what it lets through is what the connection is made to.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from aiohttp import ThreadedResolver
from aiohttp.abc import AbstractResolver, ResolveResult

# IPv6 addresses that stand for an IPv4 address in their last four bytes (RFC 6052).
_NAT64 = ip_network("64:ff9b::/96")


class PrivateAddress(OSError):
    """A host that is, or resolves to, an address that only this machine or network can reach."""


def is_public(address: str) -> bool:
    """Whether anybody on the internet could reach the address, also where IPv6 wraps an IPv4 address.

    >>> is_public("93.184.215.14"), is_public("::ffff:10.0.0.1")
    (True, False)
    """
    number = _unwrapped(ip_address(address.partition("%")[0]))
    return number.is_global and not number.is_multicast


def _unwrapped(number: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(number, IPv4Address):
        return number
    if number in _NAT64:
        return IPv4Address(int(number) & 0xFFFF_FFFF)
    return number.ipv4_mapped or number.sixtofour or number


class PublicResolver(AbstractResolver):
    """Resolves names to addresses, and refuses a name of which any address is private."""

    def __init__(self) -> None:
        self._inner = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """What aiohttp connects to: exactly the addresses that were looked at here."""
        found = await self._inner.resolve(host, port, family)
        for result in found:
            if not is_public(result["host"]):
                raise PrivateAddress(f"{host} is {result['host']}, a private address")
        return found

    async def close(self) -> None:
        await self._inner.close()
