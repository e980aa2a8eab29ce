"""The bench: real pages with gold labels (`bench.corpus`) and how fast Pagemold is beside its peers (`bench.speed`).

It takes Debian's documentation packages, gives tables and `bench/results/*.json`, promises to compare only what
ran in the same run on the same core, and is never imported by the package itself.
"""
