"""A collection grouped by grammar tells templates by what was learnt then, and keeps it with its commits."""

from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import CollectionError
from pagemold.keeping import create_mold, regroup
from pagemold.store.decisions import merge
from pagemold.store.grammar_model import GrammarModel, read_model
from pagemold.store.models import model_of
from pagemold.store.writer import Writer
from tests.groups.test_grammar import shop

OTHER = "<html><body class=login><form class=sign-in><input class=name><input class=word><button>go</button></form>"


def write(folder: Path, pages: list[str]) -> Path:
    """Files of their own, which a collection can read again."""
    folder.mkdir()
    for number, html in enumerate(pages):
        (folder / f"{number:03}.html").write_text(html)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> str:
    mold = tmp_path / "shop.mold"
    create_mold(mold, pm.read(write(tmp_path / "pages", shop("list", 12) + shop("item", 12))))
    return str(mold)


def test_new_pages_get_a_template_with_bits_or_none(folder: str) -> None:
    with pm.open(folder) as mold:
        assert isinstance(model_of(mold), GrammarModel)
        known = {template.id for template in mold.templates()}
        found = [answer for _, answer in mold.classify([shop("list", 1)[0], shop("item", 1)[0], OTHER, ""])]
        assert {found[0].template, found[1].template} == known
        assert [answer.template for answer in found[2:]] == [None, None]
        assert found[0].bits is not None
        assert found[0].margin is not None
        assert found[0].margin > 0


def test_what_is_added_joins_or_is_learnt(folder: str) -> None:
    with pm.open(folder) as mold:
        new = [*shop("list", 3), *[OTHER + "<p>x" * (number % 2) for number in range(6)]]
        added = mold.add([pm.Page(url=f"http://shop.example/{number}", html=html) for number, html in enumerate(new)])
        assert added.assigned == 3
        assert len(added.new_templates) == 1
    with pm.open(folder) as mold:
        assert [answer.template for _, answer in mold.classify([OTHER])] == list(added.new_templates)
        model = read_model(folder, mold._connection)
        assert model is not None
        assert sorted(model.names) == sorted(template.id for template in mold.templates())


def test_a_model_of_an_older_version_is_refused_until_regroup_makes_it_anew(folder: str) -> None:
    with Writer(folder, "test") as writer:
        ((data,),) = writer.connection.execute("SELECT data FROM model").fetchall()
        writer.begin()
        writer.connection.execute("UPDATE model SET data = ?", (data[:8] + b"\x02" + data[9:],))
        writer.commit()
    with pm.open(folder) as mold, pytest.raises(CollectionError, match="older") as error:
        list(mold.classify([OTHER]))
    assert error.value.code == "collection_older"
    regroup(folder)
    with pm.open(folder) as mold:
        known = {template.id for template in mold.templates()}
        assert {answer.template for _, answer in mold.classify([shop("list", 1)[0], shop("item", 1)[0]])} == known


def test_merged_templates_are_one(folder: str) -> None:
    with pm.open(folder) as mold:
        one, other = (template.id for template in mold.templates())
    with Writer(folder, "merge") as writer:
        merge(writer, one, [other])
        writer.finish()
    with pm.open(folder) as mold:
        assert [answer.template for _, answer in mold.classify([shop("list", 1)[0], shop("item", 1)[0]])] == [one, one]


def test_grouping_anew_learns_anew(folder: str) -> None:
    regroup(folder)
    with pm.open(folder) as mold:
        model = read_model(folder, mold._connection)
        assert model is not None
        assert sorted(model.names) == sorted(template.id for template in mold.templates())


def test_a_damaged_model_is_an_error_that_names_the_file(folder: str) -> None:
    with Writer(folder, "damage") as writer:
        writer.connection.execute("UPDATE model SET data = substr(data, 1, 100)")
    with pm.open(folder) as mold, pytest.raises(CollectionError, match=r"pages\.sqlite"):
        list(mold.classify([OTHER]))


def test_only_where_all_pages_are_named_at_once_a_template_may_go_by_having_most(tmp_path: Path) -> None:
    plain = write(tmp_path / "plain", ["<body><p>a</p><table><td>b<td>c</table><ul><li>d</ul>"] * 20)
    few = write(tmp_path / "few", ["<body><dl><dt>a<dd>b</dl><form><input><select></select></form>"] * 4)

    def names(folder: Path) -> list[str | None]:
        with pm.open(folder) as mold:
            return [template.called for template in mold.templates()]

    create_mold(tmp_path / "all.mold", pm.read(plain, few))
    assert names(tmp_path / "all.mold") == ["most pages", "like 000.html"]
    create_mold(tmp_path / "some.mold", pm.read(write(tmp_path / "pages", shop("list", 40))))
    with pm.open(tmp_path / "some.mold") as mold:
        mold.add(pm.read(plain, few))
    assert "most pages" not in names(tmp_path / "some.mold")
