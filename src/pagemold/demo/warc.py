"""Writes WARC 1.1, one gzip member a record, so that a reader can start at any record (ISO 28500:2017, annex D)."""

import gzip
from base64 import b32encode
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

# The body is stored as it was after transfer decoding; these headers would no longer be true of it.
_REPLACED_HEADERS = {"transfer-encoding", "content-length"}


class WarcWriter:
    """A new WARC file with its `warcinfo` record; closed at the end of the `with` block."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        fields = b"software: pagemold demo\r\nformat: WARC File Format 1.1\r\n"
        self._record("warcinfo", "application/warc-fields", fields, [("WARC-Filename", path.name)])

    def response(
        self, url: str, status: int, reason: str, headers: list[tuple[str, str]], body: bytes, truncated: bool
    ) -> None:
        kept = [(name, value) for name, value in headers if name.lower() not in _REPLACED_HEADERS]
        lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in kept)]
        lines.append(f"Content-Length: {len(body)}")
        block = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body
        fields = [("WARC-Target-URI", url), ("WARC-Payload-Digest", _digest(body))]
        if truncated:
            fields.append(("WARC-Truncated", "length"))
        self._record("response", "application/http;msgtype=response", block, fields)

    def _record(self, kind: str, content_type: str, block: bytes, fields: list[tuple[str, str]]) -> None:
        header = [
            ("WARC-Type", kind),
            ("WARC-Record-ID", f"<urn:uuid:{uuid4()}>"),
            ("WARC-Date", datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")),
            *fields,
            ("WARC-Block-Digest", _digest(block)),
            ("Content-Type", content_type),
            ("Content-Length", str(len(block))),
        ]
        lines = ["WARC/1.1", *(f"{name}: {value}" for name, value in header)]
        record = ("\r\n".join(lines) + "\r\n\r\n").encode() + block + b"\r\n\r\n"
        self._file.write(gzip.compress(record, mtime=0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _digest(data: bytes) -> str:
    """SHA-1 in base 32: what WARC tools write and check."""
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
