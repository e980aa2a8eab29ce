"""Small archives and pages made by hand, so that a test shows what it reads."""

import gzip
import hashlib
import json
import zipfile
from pathlib import Path

SHOP = "<!doctype html><html><head><title>{}</title></head><body><h1>{}</h1><p>text</p></body></html>"
BLOG = "<!doctype html><html><body><div><ul><li>{}</li></ul></div><div><span>{}</span></div></body></html>"


def shop(name: str) -> bytes:
    return SHOP.format(name, name).encode()


def blog(name: str) -> bytes:
    return BLOG.format(name, name).encode()


def record(url: str, body: bytes, status: int = 200, content_type: str = "text/html; charset=utf-8") -> bytes:
    """One WARC response record, not packed."""
    http = f"HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        f"WARC-Date: 2026-11-15T00:00:00Z\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def pack(*records: bytes) -> bytes:
    """Records as gzip members, one each."""
    return b"".join(gzip.compress(part, mtime=0) for part in records)


def wacz(path: Path, members: dict[str, bytes], *, packed: bool = False, digests: dict[str, str] | None = None) -> Path:
    """A WACZ with these members. Digests are right unless given."""
    resources = [
        {"name": Path(name).name, "path": name, "hash": (digests or {}).get(name, sha256(body)), "bytes": len(body)}
        for name, body in members.items()
    ]
    with zipfile.ZipFile(path, "w") as file:
        for name, body in members.items():
            file.writestr(name, body, zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED)
        file.writestr("datapackage.json", json.dumps({"profile": "data-package", "resources": resources}))
    return path


def sha256(body: bytes) -> str:
    return "sha256:" + hashlib.sha256(body).hexdigest()
