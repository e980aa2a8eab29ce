"""The nouns show themselves in words."""

from pagemold.data import Problem, fingerprint_string


def test_problem_in_words() -> None:
    assert str(Problem("a.warc.gz", 1200, 3400, "bad", "no record")) == (
        "a.warc.gz: at 1,200: no record (3,400 bytes skipped)"
    )
    assert str(Problem("a.warc.gz", 0, 0, "bad", "no record")) == "a.warc.gz: at 0: no record"


def test_fingerprint_string() -> None:
    assert fingerprint_string(bytes([0, 0, 10, 255])) == "lzw1:00000aff"
    assert fingerprint_string(b"") == "lzw1:"
