"""Serves the demo site on the loopback interface, on a given port or any free one, for as long as a `with` lasts."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from pagemold.demo.site import Reply, Site

LOOPBACK = "127.0.0.1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "TarnAndTimber/1.0"
    sys_version = ""
    timeout = 10.0
    disable_nagle_algorithm = True  # else a body waits 40 ms for the acknowledgement of its header
    site: Site

    def do_GET(self) -> None:
        reply = self._answer()
        self.wfile.write(reply.body)

    def do_HEAD(self) -> None:
        self._answer()

    def _answer(self) -> Reply:
        reply = self.site.reply(self.path)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        if reply.location:
            self.send_header("Location", reply.location)
        self.end_headers()
        return reply

    def log_message(self, format: str, *args: object) -> None:
        """Silent: the terminal belongs to the command that runs the demo."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up in the middle of a page is no error; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(site: Site, port: int = 0) -> Iterator[str]:
    """Yields the site's root URL, such as `http://127.0.0.1:40123/`; the server is gone when the block ends."""
    handler = type("Handler", (_Handler,), {"site": site})
    server = _Server((LOOPBACK, port), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, name="pagemold-demo", daemon=True)
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
