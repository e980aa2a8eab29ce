"""Appends responses to a WARC 1.1 file, one gzip member a record, so that a reader can start at any record.

Records are on disk before `append` returns. What a killed process left behind the last acknowledged record is cut off
when the file is opened again: readers never see half a record twice, and no record is lost that was promised.
"""

import gzip
import os
from base64 import b32encode
from hashlib import sha1
from io import BytesIO
from pathlib import Path

from fastwarc.warc import WarcRecord, WarcRecordType

from pagemold.crawl.fetch import Response
from pagemold.errors import OutputError


class WarcFile:
    """A WARC file that grows. `end` is where the next record goes."""

    def __init__(self, path: Path, end: int, software: str, *, durable: bool = True) -> None:
        self._durable = durable
        self._file = path.open("r+b")
        if self._file.seek(0, os.SEEK_END) < end:
            self._file.close()
            raise OutputError("output_damaged", f"{path}: is shorter than the crawl left it; start anew elsewhere")
        self._file.truncate(end)
        self.end = self._file.seek(end)
        if not end:
            self._write(_warcinfo(path.name, software))
            self._sync()

    def append(self, responses: list[Response]) -> int:
        """Adds records and waits until they are on disk; gives the new end."""
        for response in responses:
            self._write(_response(response))
        self._sync()
        return self.end

    def close(self) -> None:
        self._file.close()

    def _write(self, record: WarcRecord) -> None:
        plain = BytesIO()
        record.write(plain, checksum_data=True)
        self.end += self._file.write(gzip.compress(plain.getvalue(), mtime=0))

    def _sync(self) -> None:
        self._file.flush()
        if self._durable:
            os.fsync(self._file.fileno())


def _warcinfo(name: str, software: str) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.warcinfo)
    record.headers["WARC-Filename"] = name
    record.headers["Content-Type"] = "application/warc-fields"
    record.set_bytes_content(f"software: {software}\r\nformat: WARC File Format 1.1\r\n".encode())
    return record


def _response(response: Response) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.response)
    record.headers["WARC-Target-URI"] = response.url
    record.headers["WARC-Date"] = response.received.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    record.headers["Content-Type"] = "application/http;msgtype=response"
    record.headers["WARC-Payload-Digest"] = _digest(response.body)
    if response.truncated:
        record.headers["WARC-Truncated"] = response.truncated
    record.set_bytes_content(_http(response) + response.body)
    return record


def _http(response: Response) -> bytes:
    """The header as the server sent it; a length or coding of the transfer that is not true of the body is renamed."""
    length = b"%d" % len(response.body)
    kept = [(name, value) for name, value in response.headers if not _is_stale(name, value, length)]
    stale = [(b"X-Archive-Orig-" + name, value) for name, value in response.headers if _is_stale(name, value, length)]
    if not any(name.lower() == b"content-length" for name, _ in kept):
        kept.append((b"Content-Length", length))
    lines = [b"HTTP/1.1 %d %s" % (response.status, response.reason.encode("latin-1", "replace"))]
    return b"\r\n".join(lines + [name + b": " + value for name, value in kept + stale]) + b"\r\n\r\n"


def _is_stale(name: bytes, value: bytes, length: bytes) -> bool:
    return name.lower() == b"transfer-encoding" or (name.lower() == b"content-length" and value.strip() != length)


def _digest(data: bytes) -> str:
    """SHA-1 in base 32: what WARC tools write and check."""
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()
