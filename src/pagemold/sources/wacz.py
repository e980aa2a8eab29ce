"""A WACZ: a zip with WARC files under `archive/`. Stored members are read in place, packed ones through the spool.

Nothing in the zip is believed: names never reach the disk, sizes are checked against the file, and unpacking stops at a
bound that no honest archive meets.
"""

import hashlib
import json
import os
import struct
import zipfile
import zlib
from bisect import bisect
from collections.abc import Iterator
from typing import BinaryIO

from pagemold.data import Problem
from pagemold.errors import SourceError
from pagemold.sources.ledger import Ledger
from pagemold.sources.part import Kind, Part, readable_name
from pagemold.sources.sniff import kind_of
from pagemold.sources.spool import Spool

_MEMBER_NAMES = (".warc", ".warc.gz", ".warc.zst")
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_ENCRYPTED = 1
_PIECE = 1 << 20
_PACKAGE_BYTES = 16 << 20
# What all members together may unpack to: a WARC packs to a tenth or so, a bomb to a thousandth.
_UNPACKED_RATIO = 100
_UNPACKED_BYTES = 64 << 20
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError, struct.error)


class Damaged(Exception):
    """A member that cannot be read, or not wholly; the code and the words of the problem."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Wacz:
    """One WACZ being opened: gives its WARC files as parts, in the order of the zip's directory."""

    def __init__(self, part: Part, spool: Spool, ledger: Ledger) -> None:
        self._part = part
        self._spool = spool
        self._ledger = ledger
        self._unpack_budget = max(_UNPACKED_BYTES, _UNPACKED_RATIO * part.size)
        self._taken: list[tuple[int, int]] = []

    def members(self) -> list[Part]:
        """The WARC files inside. Raises `SourceError` where this is no WACZ at all."""
        try:
            with zipfile.ZipFile(self._part.location) as package, open(self._part.location, "rb") as file:
                found = [entry for entry in package.infolist() if _is_member(entry)]
                if not found:
                    raise SourceError("no_pages", f"{self._part.source}: no WARC file in this zip")
                digests = self._digests(package)
                return [part for entry in found for part in self._member(entry, package, file, digests)]
        except _ZIP_ERRORS as error:
            raise SourceError("source_format", f"{self._part.source}: not a WACZ: {error}") from error

    def _member(
        self, entry: zipfile.ZipInfo, package: zipfile.ZipFile, file: BinaryIO, digests: dict[str, str]
    ) -> Iterator[Part]:
        try:
            stored = entry.compress_type == zipfile.ZIP_STORED
            part = self._stored(entry, file) if stored else self._packed(entry, package)
            self._check_kind(part)
            if not _digest_agrees(part, digests.get(entry.filename, "")):
                self._problem(entry, "wacz_digest", "its digest is not the one in datapackage.json")
            yield part
        except Damaged as damage:
            self._problem(entry, damage.code, str(damage))
        except (OSError, *_ZIP_ERRORS) as error:
            self._problem(entry, "wacz_member", str(error))

    def _stored(self, entry: zipfile.ZipInfo, file: BinaryIO) -> Part:
        """A member that lies in the zip as it is: a byte range of the zip file."""
        if entry.flag_bits & _ENCRYPTED:
            raise Damaged("wacz_member", "encrypted")
        file.seek(entry.header_offset)
        header = file.read(_LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\x03\x04"):
            raise Damaged("wacz_member", "the zip's directory points to nothing")
        _, name_length, extra_length = _LOCAL_HEADER.unpack(header)
        start = entry.header_offset + _LOCAL_HEADER.size + name_length + extra_length
        end = start + entry.compress_size
        if end > self._part.size:
            self._problem(entry, "wacz_member", "cut off at the end of the file")
            end = self._part.size
        if start >= end:
            raise Damaged("wacz_member", "empty")
        self._take(start, end)
        return Part(Kind.ARCHIVE, self._part.location, self._name(entry), None, start, end, end - start)

    def _take(self, start: int, end: int) -> None:
        """Marks a range as read. Overlapping members are how a small zip pretends to be an endless one."""
        place = bisect(self._taken, (start, end))
        before = self._taken[place - 1][1] if place else 0
        after = self._taken[place][0] if place < len(self._taken) else end
        if before > start or after < end:
            raise Damaged("wacz_member", "shares its bytes with another member")
        self._taken.insert(place, (start, end))

    def _packed(self, entry: zipfile.ZipInfo, package: zipfile.ZipFile) -> Part:
        location = self._spool.write(self._pieces(entry, package))
        return Part(Kind.ARCHIVE, location, self._name(entry), size=os.path.getsize(location))

    def _pieces(self, entry: zipfile.ZipInfo, package: zipfile.ZipFile) -> Iterator[bytes]:
        """The unpacked member, as far as it can be unpacked and the bound allows."""
        try:
            with package.open(entry) as member:
                while piece := member.read(min(_PIECE, self._unpack_budget)):
                    self._unpack_budget -= len(piece)
                    yield piece
                if not self._unpack_budget:
                    self._problem(entry, "wacz_bomb", "unpacks to far more than a WARC does; the rest was left")
        except _ZIP_ERRORS as error:
            self._problem(entry, "wacz_member", str(error))

    def _check_kind(self, part: Part) -> None:
        with open(part.location, "rb") as file:
            file.seek(part.start)
            head = file.read(part.size if part.size < _PIECE else _PIECE)
        if kind_of(head, "") is not Kind.ARCHIVE:
            raise Damaged("wacz_member", "not a WARC file")

    def _digests(self, package: zipfile.ZipFile) -> dict[str, str]:
        """What `datapackage.json` says about the members; nothing where it is missing or makes no sense."""
        try:
            with package.open("datapackage.json") as file:
                resources = json.loads(file.read(_PACKAGE_BYTES))["resources"]
            return {str(resource["path"]): str(resource["hash"]) for resource in resources}
        except KeyError as error:
            if "datapackage.json" in package.namelist():
                self._package_problem(f"no {error}")
        except (TypeError, RecursionError, OSError, *_ZIP_ERRORS) as error:
            self._package_problem(str(error))
        return {}

    def _package_problem(self, why: str) -> None:
        message = f"datapackage.json cannot be used, digests were not checked: {why}"
        self._ledger.damage(Problem(self._part.source, 0, 0, "wacz_package", message))

    def _problem(self, entry: zipfile.ZipInfo, code: str, message: str) -> None:
        message = f"{readable_name(entry.filename)}: {message}"
        self._ledger.damage(Problem(self._part.source, entry.header_offset, 0, code, message))

    def _name(self, entry: zipfile.ZipInfo) -> str:
        return f"{self._part.source}#{readable_name(entry.filename)}"


def _is_member(entry: zipfile.ZipInfo) -> bool:
    return entry.filename.startswith("archive/") and entry.filename.lower().endswith(_MEMBER_NAMES)


def _digest_agrees(part: Part, declared: str) -> bool:
    """Whether the member's bytes have the declared digest (`sha256:…`). Unknown kinds of digest are not judged."""
    algorithm, _, digest = declared.partition(":")
    if algorithm not in ("md5", "sha1", "sha256", "sha512"):
        return True
    state = hashlib.new(algorithm)
    with open(part.location, "rb") as file:
        file.seek(part.start)
        left = part.size
        while left and (piece := file.read(min(_PIECE, left))):
            state.update(piece)
            left -= len(piece)
    return state.hexdigest() == digest.lower()
