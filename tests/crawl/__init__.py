"""The crawl room, against real servers on loopback."""
