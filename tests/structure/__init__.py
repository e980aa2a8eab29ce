"""The core's tag tokens and element tree against independent implementations of the HTML Standard."""
