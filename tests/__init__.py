"""Tests, laid out like the source; `oracles/` holds the slow, obvious second implementations they compare with."""
