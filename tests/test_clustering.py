"""A clustering shows itself as Arrow, as pandas, and in words."""

import sys

import pytest

from pagemold import Clustering, Page, cluster
from pagemold.errors import UsageError
from tests.archives import blog, shop


@pytest.fixture
def clustering() -> Clustering:
    return cluster([Page(url="http://a/1", html=shop("one").decode()), blog("two"), b"plain words"], "fingerprint")


def test_rows_in_arrow(clustering: Clustering) -> None:
    table = clustering.table()
    assert table.column_names[:4] == ["url", "path", "group", "flags"]
    assert table["flags"].to_pylist() == [[], [], ["no_structure"]]
    assert table["url"].to_pylist() == ["http://a/1", None, None]
    assert table["group"].to_pylist() == clustering.labels


def test_frame(clustering: Clustering) -> None:
    pandas = pytest.importorskip("pandas")
    frame = clustering.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == clustering.table().column_names
    assert len(frame) == 3


def test_frame_says_what_to_install(clustering: Clustering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match="pip install pandas"):
        clustering.frame()


def test_clustering_in_words(clustering: Clustering) -> None:
    assert repr(clustering) == "Clustering(method='fingerprint', pages=3, groups=2)"
    assert len(clustering) == 3
