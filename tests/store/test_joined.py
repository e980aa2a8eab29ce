"""A stored page has the template it is in, whatever the model has learnt since it joined."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import pagemold as pm
from pagemold.errors import CollectionError
from pagemold.features import features
from pagemold.keeping import create_mold, regroup
from pagemold.store.decisions import merge, split
from pagemold.store.grammar_model import GrammarModel
from pagemold.store.joined import note_joined
from pagemold.store.model import Assignment
from pagemold.store.writer import Writer
from tests.groups.test_grammar import shop
from tests.store.test_grammar_model import OTHER, write

# One that joins its template by what the model says, and is no copy of any that it was learnt from.
JOINING = shop("item", 1)[0].replace("<img class=photo>", "")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    mold = tmp_path / "shop.mold"
    create_mold(mold, pm.read(write(tmp_path / "pages", shop("list", 12) + shop("item", 12))))
    return str(mold)


def templates_of(folder: str, *pages: str) -> list[str | None]:
    with pm.open(folder) as mold:
        return [answer.template for _, answer in mold.classify(pages)]


def noted(folder: str) -> int:
    with pm.open(folder) as mold:
        return int(mold._connection.execute("SELECT count(*) FROM joined").fetchone()[0])


def test_a_page_has_the_template_it_was_given_however_strange_it_is(folder: str) -> None:
    (known,) = templates_of(folder, JOINING)
    assert known is not None
    assert templates_of(folder, OTHER) == [None]
    batch = next(features([OTHER, ""], GrammarModel.features))
    with Writer(folder, "test") as writer:
        note_joined(writer, batch, [Assignment(known, learnt_as=known), Assignment()])
        writer.commit()
    assert templates_of(folder, OTHER, "", JOINING) == [known, None, known]


def test_what_joins_is_noted_once_and_forgotten_when_it_is_learnt(folder: str, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        assert mold.add(pm.read(write(tmp_path / "more", [JOINING, JOINING, OTHER]))).assigned == 2
    assert noted(folder) == 1
    with pm.open(folder) as mold:
        assert mold.add(pm.read(write(tmp_path / "much", [OTHER]))).assigned == 1
    assert noted(folder) == 2
    regroup(folder)
    assert noted(folder) == 0


def test_what_joins_a_merged_template_is_noted_of_the_one_that_the_model_knows(folder: str, tmp_path: Path) -> None:
    (known,) = templates_of(folder, JOINING)
    assert known is not None
    with pm.open(folder) as mold:
        page = next(mold.pages_of(known)).id
    with Writer(folder, "test") as writer:
        new = split(writer, known, [page])
        merge(writer, new, [known])
    assert templates_of(folder, JOINING) == [new]
    with pm.open(folder) as mold:
        assert mold.add(pm.read(write(tmp_path / "more", [JOINING]))).assigned == 1
        query = "SELECT id FROM joined JOIN templates ON number = template"
        assert mold._connection.execute(query).fetchall() == [(known,)]
    assert templates_of(folder, JOINING) == [new]


def test_a_page_that_joined_is_shown_as_its_template_is_now(folder: str) -> None:
    (known,) = templates_of(folder, JOINING)
    assert known is not None
    batch = next(features([OTHER], GrammarModel.features))
    with Writer(folder, "test") as writer:
        note_joined(writer, batch, [Assignment(known, learnt_as=known)])
        writer.commit()
        other = next(id for (id,) in writer.connection.execute("SELECT id FROM templates") if id != known)
        merge(writer, other, [known])
    assert templates_of(folder, OTHER, JOINING) == [other, other]


def test_only_the_pages_that_are_asked_about_are_looked_for(folder: str, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        mold.add(pm.read(write(tmp_path / "more", [JOINING])))
        asked: list[str] = []
        mold._connection.set_trace_callback(asked.append)
        list(mold.classify([JOINING, OTHER]))
        mold._connection.set_trace_callback(None)
        (query,) = (it for it in asked if "FROM joined" in it)
        plan = " ".join(row[3] for row in mold._connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert "SEARCH joined USING PRIMARY KEY (identity=?)" in plan


def test_all_of_many_pages_are_looked_for(folder: str) -> None:
    letters = "bcdfghjklm"
    words = ["".join(letters[number // 10**place % 10] + "a" for place in range(3)) for number in range(600)]
    many = [OTHER.replace("sign-in", word) for word in words]
    assert set(templates_of(folder, *many)) == {None}
    (known,) = templates_of(folder, JOINING)
    assert known is not None
    with Writer(folder, "test") as writer:
        for batch in features(many, GrammarModel.features):
            note_joined(writer, batch, [Assignment(known, learnt_as=known)] * batch.num_rows)
        writer.commit()
    assert noted(folder) == 600
    assert templates_of(folder, *many) == [known] * 600


def other_table(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE joined")
    connection.execute("CREATE TABLE joined (a)")


def a_word(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO joined VALUES ('x', 1)")


def no_template(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO joined VALUES (1, 999)")


@pytest.mark.parametrize(
    ("damage", "said"), [(other_table, "no such column"), (a_word, "1 row of no page"), (no_template, "or no template")]
)
def test_damaged_notes_are_told(
    folder: str, tmp_path: Path, damage: Callable[[sqlite3.Connection], None], said: str
) -> None:
    with pm.open(folder) as mold:
        mold.add(pm.read(write(tmp_path / "more", [JOINING])))
        assert mold.verify() == []
    with closing(sqlite3.connect(Path(folder) / "pages.sqlite")) as connection, connection:
        damage(connection)
    with pm.open(folder) as mold:
        (fault,) = mold.verify()
        assert said in fault
        if damage is other_table:
            with pytest.raises(CollectionError, match="no such column"):
                list(mold.classify([JOINING]))
        else:
            assert len(list(mold.classify([JOINING]))) == 1


def test_a_page_of_the_database_with_notes_that_is_overwritten(folder: str, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        mold.add(pm.read(write(tmp_path / "more", [JOINING])))
    database = Path(folder) / "pages.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'joined'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with database.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with pm.open(folder) as mold:
        assert mold.verify() != []
        with pytest.raises(CollectionError, match="malformed"):
            list(mold.classify([JOINING]))
        with pytest.raises(CollectionError, match="malformed"):
            mold.add([JOINING])
