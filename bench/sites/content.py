"""What stands on the sites: made-up writing of many lengths, with and without pictures, lists, authors and tags."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

CATEGORIES = ("News", "Travel", "Food", "Technology", "Science", "Culture", "Sport")
_SYLLABLES = (
    "ba",
    "cor",
    "del",
    "en",
    "fi",
    "gra",
    "hu",
    "il",
    "jo",
    "ka",
    "lem",
    "mi",
    "nor",
    "pra",
    "qui",
    "ro",
    "sta",
    "tu",
)


@dataclass(frozen=True)
class Post:
    """A text with what blogs know about one. `author`, `image` and `summary` are missing where a real one might."""

    title: str
    date: datetime
    category: str
    tags: tuple[str, ...]
    body: tuple[str, ...]
    author: str | None = None
    image: str | None = None
    summary: str | None = None

    @property
    def slug(self) -> str:
        """The title as part of an address."""
        return slug(self.title)


def slug(title: str) -> str:
    """Lower case, joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


class Writer:
    """Writes the same for the same seed. Blocks are Markdown, without anything that one of the generators lacks."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.tags = [self.word() + str(place) for place in range(14)]
        self.authors = [f"{self.word().title()} {self.word().title()}" for _ in range(6)]

    def word(self) -> str:
        return "".join(self.chance.choices(_SYLLABLES, k=self.chance.choice((1, 2, 2, 3))))

    def sentence(self, words: int = 12) -> str:
        return " ".join(self.word() for _ in range(words)).capitalize() + "."

    def title(self) -> str:
        return self.sentence(self.chance.randint(3, 8)).rstrip(".")

    def paragraph(self) -> str:
        words = " ".join(self.sentence(self.chance.randint(4, 18)) for _ in range(self.chance.randint(2, 9))).split()
        for share, around in ((0.35, "[{}](https://example.org/)"), (0.25, "**{}**"), (0.2, "*{}*")):
            place = self.chance.randrange(len(words))
            if self.chance.random() < share and words[place].isalpha():
                words[place] = around.format(words[place])
        return " ".join(words)

    def body(self, most: int = 16) -> tuple[str, ...]:
        """A first paragraph, then up to `most` blocks; short texts are commoner than long ones."""
        count = int(1 + (most - 1) * self.chance.random() ** 1.7)
        kinds: tuple[Callable[[], str], ...] = (
            self.paragraph, self._heading, self._bullets, self._quotation, self._picture, self._code, self._table,
        )  # fmt: skip
        weights = (60, 10, 12, 6, 6, 3, 3)
        return (self.paragraph(), *(kind() for kind in self.chance.choices(kinds, weights, k=count)))

    def posts(self, count: int) -> Iterator[Post]:
        """So many posts with different titles."""
        for place in range(count):
            yield Post(
                title=f"{self.title()} {self.word()}{place}",
                date=datetime(2022, 1, 1) + timedelta(minutes=self.chance.randrange(1_440_000)),
                category=self.chance.choice(CATEGORIES),
                tags=tuple(self.chance.sample(self.tags, self.chance.choice((0, 1, 2, 3, 5)))),
                body=self.body(),
                author=self.sometimes(0.8, self.chance.choice(self.authors)),
                image=self.sometimes(0.55, f"/img/{self.chance.randint(1, 9)}.jpg"),
                summary=self.sometimes(0.5, self.sentence(18)),
            )

    def sometimes(self, share: float, text: str) -> str | None:
        return text if self.chance.random() < share else None

    def _heading(self) -> str:
        return self.chance.choice(("## ", "## ", "### ")) + self.title()

    def _bullets(self) -> str:
        mark = self.chance.choice(("-", "-", "1."))
        return "\n".join(f"{mark} {self.sentence(6)}" for _ in range(self.chance.randint(2, 8)))

    def _quotation(self) -> str:
        return "> " + self.paragraph()

    def _picture(self) -> str:
        return f"![{self.title()}](https://example.org/{self.chance.randint(1, 9)}.jpg)"

    def _code(self) -> str:
        return f"```python\ndef {self.word()}(x):\n    return x + {self.chance.randint(1, 99)}\n```"

    def _table(self) -> str:
        columns = self.chance.randint(2, 4)
        rows = [" | ".join(self.word() for _ in range(columns)) for _ in range(self.chance.randint(3, 7))]
        return "\n".join(f"| {row} |" for row in (rows[0], " | ".join(["---"] * columns), *rows[1:]))
