"""Hachenberg & Gottron 2013 again, on public pages: their tables and figures next to ours.

`python -m bench.reproduce.classification` runs the cross-validation, `.clustering` the clustering, `bench.growth` the
growth to millions of pages; `.page` writes docs/reproductions/hachenberg-gottron.md from what they stored.
"""
