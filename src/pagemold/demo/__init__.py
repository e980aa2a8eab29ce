"""The site behind `pagemold demo`: an invented shop with a journal, served on loopback.

Takes a seed; gives pages, their gold templates and a local server.
Promises the same pages for the same seed, and every page reachable by links from `/`.
Never listens beyond loopback, never asks another host, needs nothing but the standard library.
"""

from pagemold.demo.server import serve
from pagemold.demo.site import Site, gold, labels

__all__ = ["Site", "gold", "labels", "serve"]
