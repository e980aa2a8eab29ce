"""Experiments of papers, done again on public data: one file a paper, one page under docs/reproductions/ each."""
