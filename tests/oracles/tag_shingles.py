"""Tag shingles: windows of four consecutive tag tokens; fewer than four tokens are one window."""

Item = tuple[str, ...]
WIDTH = 4


def items(tokens: list[str]) -> set[Item]:
    if 0 < len(tokens) < WIDTH:
        return {tuple(tokens)}
    return {tuple(tokens[start : start + WIDTH]) for start in range(len(tokens) - WIDTH + 1)}


def name(item: Item) -> str:
    return " ".join(item)
