"""What the core says of a page against what the oracles say of it."""
