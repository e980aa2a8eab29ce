"""Plain Python versions of what the native core computes, one file per method.

They take text and give lists, sets and bags of readable labels. They promise to be obvious, not fast: they follow the
written definitions and never the Rust code. They never import `pagemold`.
"""
