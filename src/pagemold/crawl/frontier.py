"""The crawl's memory on disk: every URL once, in the order of discovery, with what became of it.

One SQLite file beside the WARC. A page, its links and the end of the WARC are committed together, after the record is
on disk; whatever a killed process did not commit did not happen, and `warc_end` says where the WARC is whole.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pagemold.crawl.links import create_links
from pagemold.crawl.templates import create_templates

_SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS urls (
    id INTEGER PRIMARY KEY,        -- the order of discovery
    site TEXT NOT NULL,
    url TEXT NOT NULL UNIQUE,
    depth INTEGER NOT NULL,
    page TEXT,                     -- where the link that discovered it is, and
    xpath TEXT,                    -- where in that page
    state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'failed', 'refused', 'skipped')),
    reason TEXT,                   -- why it is not done, or what happened to it
    status INTEGER,
    guess INTEGER,                 -- the template it was thought to have before it was fetched
    template INTEGER               -- the template it has
);
CREATE INDEX IF NOT EXISTS urls_queue ON urls (site, state, id);
CREATE INDEX IF NOT EXISTS urls_skipped ON urls (xpath) WHERE state = 'skipped';
CREATE TABLE IF NOT EXISTS robots (
    origin TEXT PRIMARY KEY, text TEXT NOT NULL, refusal TEXT NOT NULL, fetched REAL NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Lead:
    """A URL and the link that discovered it."""

    url: str
    site: str
    depth: int = 0
    page: str | None = None
    xpath: str | None = None


class Frontier:
    """The URLs of a crawl. Nothing is kept before `commit`."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", f"synchronous = {'FULL' if durable else 'OFF'}"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.executescript(_SCHEMA)
        create_links(self.connection)
        create_templates(self.connection)
        self.connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """What was done so far holds, whatever happens next."""
        self.connection.execute("COMMIT")
        self.connection.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        """Forgets what was not committed."""
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")
        self.connection.close()

    def setting(self, name: str) -> str | None:
        row = self.connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return row and str(row[0])

    def set(self, **values: str | int) -> None:
        self.connection.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", values.items())

    def add(self, leads: Iterable[Lead], reason: str | None = None) -> None:
        """Queues URLs that nobody saw before; with a reason they are noted as skipped.

        A URL that came out of a sitemap learns its first link when it is met.
        """
        state = "skipped" if reason else "queued"
        rows = [(lead.site, lead.url, lead.depth, lead.page, lead.xpath, state, reason) for lead in leads]
        self.connection.executemany(
            "INSERT INTO urls (site, url, depth, page, xpath, state, reason) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (url) DO UPDATE SET page = excluded.page, xpath = excluded.xpath"
            " WHERE xpath IS NULL AND state = 'queued' AND depth > 0",
            rows,
        )

    def next(self, site: str) -> Lead | None:
        """The URL of a site that has waited longest."""
        row = self.connection.execute(
            "SELECT url, site, depth, page, xpath FROM urls WHERE site = ? AND state = 'queued' ORDER BY id LIMIT 1",
            (site,),
        ).fetchone()
        return row and Lead(*row)

    def knows(self, url: str) -> bool:
        return self.connection.execute("SELECT 1 FROM urls WHERE url = ?", (url,)).fetchone() is not None

    def settle(
        self,
        url: str,
        state: str,
        reason: str | None = None,
        status: int | None = None,
        guess: int | None = None,
        template: int | None = None,
    ) -> None:
        """What became of a URL."""
        self.connection.execute(
            "UPDATE urls SET state = ?, reason = ?, status = ?, guess = ?, template = ? WHERE url = ?",
            (state, reason, status, guess, template, url),
        )

    def requeue(self, reason: str, *, xpath: str | None = None, depth: int | None = None) -> None:
        """Takes back skipped URLs: those of a place that proved to lead elsewhere, or within a larger depth."""
        self.connection.execute(
            "UPDATE urls SET state = 'queued', reason = NULL WHERE state = 'skipped' AND reason = ?"
            " AND (? IS NULL OR xpath = ?) AND (? IS NULL OR depth <= ?)",
            (reason, xpath, xpath, depth, depth),
        )

    def retry_unreached(self) -> None:
        """Takes back what a host that could not be reached, or not be asked, cost: the next run may do better."""
        self.connection.execute("DELETE FROM robots WHERE refusal <> 'robots'")
        self.connection.execute(
            "UPDATE urls SET state = 'queued', reason = NULL WHERE state IN ('failed', 'refused')"
            " AND reason IN ('connection', 'timeout', 'private_address', 'robots_unavailable')"
        )

    def sites(self) -> list[str]:
        return [row[0] for row in self.connection.execute("SELECT DISTINCT site FROM urls ORDER BY id")]

    def counts(self) -> dict[str, int]:
        """How many URLs are in each state."""
        return dict(self.connection.execute("SELECT state, count(*) FROM urls GROUP BY state").fetchall())

    def robots(self, origin: str, since: float) -> tuple[str, str] | None:
        """What a host's robots.txt said, if it was asked since then."""
        row = self.connection.execute(
            "SELECT text, refusal FROM robots WHERE origin = ? AND fetched >= ?", (origin, since)
        ).fetchone()
        return row and (str(row[0]), str(row[1]))

    def keep_robots(self, origin: str, text: str, refusal: str, fetched: float) -> None:
        self.connection.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)", (origin, text, refusal, fetched))
        self.commit()
