"""The public names are few, sorted, and change only on purpose."""

import pagemold


def test_public_names() -> None:
    assert pagemold.__all__ == [
        "Clustering",
        "Comparison",
        "Explanation",
        "Group",
        "Host",
        "HostTemplate",
        "Limits",
        "Mold",
        "Page",
        "Pages",
        "Part",
        "Problem",
        "Reading",
        "Summary",
        "Template",
        "TemplateClassifier",
        "Variant",
        "__version__",
        "cluster",
        "compare",
        "describe",
        "errors",
        "explain",
        "fingerprint",
        "open",
        "read",
        "similarity",
    ]


def test_every_public_name_is_there_and_explains_itself() -> None:
    assert all(getattr(pagemold, name).__doc__ for name in pagemold.__all__)
