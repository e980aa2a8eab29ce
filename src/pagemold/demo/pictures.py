"""The site's pictures as SVG: flat drawings of the goods, and landscapes made from a seed. No file, no download."""

import random

# (background, light, main, dark): the colours in which every drawing comes, in the order of `goods.COLOURS`.
PALETTES = (
    ("#eef1ea", "#a9bfa0", "#4f7358", "#2c4636"),
    ("#f6ece4", "#e3ab86", "#c0653b", "#713a22"),
    ("#e9eef3", "#9db4c7", "#4a6b87", "#263c50"),
    ("#f5f0e1", "#e2c98c", "#b98d34", "#6b4f1c"),
    ("#f0ebef", "#bfa6ba", "#7b5573", "#452e41"),
    ("#e8f0ef", "#96bdb9", "#3f7c78", "#1f4846"),
)

# Shapes on a 400 by 400 board; {l}, {m} and {d} stand for the light, main and dark colour of the palette.
DRAWINGS = {
    "tent": '<path fill="{m}" d="M200 95 60 300h280z"/><path fill="{d}" d="M200 95 150 300h100z"/>'
    '<path fill="{l}" d="M200 95 215 300h35z"/><path stroke="{d}" stroke-width="5" fill="none" '
    'd="M60 300 35 318M340 300l25 18M200 95l-8-22M200 95l8-22"/>',
    "tarp": '<path fill="{m}" d="M60 180 200 110l140 70-140 42z"/><path fill="{l}" d="M60 180 200 110v112z"/>'
    '<path stroke="{d}" stroke-width="6" fill="none" d="M200 110v200M60 180 28 308M340 180l32 128M200 222v88"/>',
    "bag": '<path fill="{m}" d="M150 90q50-40 100 0l24 190q-74 60-148 0z"/>'
    '<ellipse fill="{d}" cx="200" cy="120" rx="36" ry="30"/>'
    '<path stroke="{l}" stroke-width="6" fill="none" d="M142 175h116M136 220h128M130 265h140"/>',
    "mat": '<rect fill="{m}" x="110" y="120" width="200" height="180" rx="18"/><circle fill="{l}" cx="110" cy="210" '
    'r="90"/><circle fill="{m}" cx="110" cy="210" r="62"/><circle fill="{d}" cx="110" cy="210" r="30"/>'
    '<path stroke="{d}" stroke-width="10" d="M200 122v176M262 122v176"/>',
    "backpack": '<path fill="none" stroke="{d}" stroke-width="14" d="M165 105q35-60 70 0"/>'
    '<rect fill="{m}" x="115" y="95" width="170" height="225" rx="48"/>'
    '<rect fill="{d}" x="140" y="205" width="120" height="88" rx="18"/>'
    '<path fill="{l}" d="M115 150q85 45 170 0v-12q0-43-48-43h-74q-48 0-48 43z"/>',
    "duffel": '<path fill="none" stroke="{d}" stroke-width="12" d="M150 165q50-95 100 0"/>'
    '<rect fill="{m}" x="60" y="155" width="280" height="140" rx="66"/>'
    '<path stroke="{l}" stroke-width="16" d="M140 156v138M260 156v138"/><rect fill="{d}" x="150" y="180" width="100" '
    'height="10" rx="5"/>',
    "mug": '<path fill="none" stroke="{d}" stroke-width="18" d="M262 165h26q34 0 34 46t-34 46h-26"/>'
    '<path fill="{m}" d="M110 120h160v160q0 30-30 30H140q-30 0-30-30z"/><ellipse fill="{l}" cx="190" cy="120" rx="80" '
    'ry="20"/><ellipse fill="{d}" cx="190" cy="121" rx="62" ry="12"/>',
    "pot": '<path fill="{m}" d="M95 190h210v85q0 35-35 35H130q-35 0-35-35z"/><rect fill="{d}" x="80" y="172" '
    'width="240" height="20" rx="10"/><path fill="{l}" d="M120 172q80-62 160 0z"/><circle fill="{d}" cx="200" cy="135" '
    'r="12"/><path fill="none" stroke="{d}" stroke-width="9" d="M92 185q108-190 216 0"/>',
    "lantern": '<path fill="none" stroke="{d}" stroke-width="8" d="M150 130q50-95 100 0"/>'
    '<rect fill="{d}" x="145" y="125" width="110" height="26" rx="8"/><rect fill="{l}" x="155" y="151" width="90" '
    'height="110" rx="10"/><path fill="{m}" d="M200 172q34 42 0 72-34-30 0-72z"/>'
    '<rect fill="{m}" x="135" y="261" width="130" height="48" rx="12"/>',
    "torch": '<g transform="rotate(-35 200 200)"><path fill="{l}" d="M262 165l90-42v154l-90-42z"/><rect fill="{m}" '
    'x="70" y="178" width="150" height="44" rx="14"/><path fill="{d}" d="M215 178l50-24v92l-50-24z"/>'
    '<circle fill="{l}" cx="150" cy="190" r="7"/></g>',
    "axe": '<g transform="rotate(25 200 200)"><rect fill="{l}" x="190" y="80" width="24" height="250" rx="12"/>'
    '<path fill="{d}" d="M180 92h46v62h-46q-42 6-66 34-14-66 0-130 24 28 66 34z"/>'
    '<path fill="{m}" d="M114 58q-14 64 0 130l10-10q-10-54 0-110z"/></g>',
    "knife": '<g transform="rotate(-30 200 200)"><path fill="{l}" d="M195 178h150q-22 44-84 44h-66z"/>'
    '<rect fill="{m}" x="55" y="174" width="150" height="52" rx="24"/><circle fill="{d}" cx="92" cy="200" r="8"/>'
    '<circle fill="{d}" cx="170" cy="200" r="8"/><rect fill="{d}" x="196" y="170" width="14" height="60" rx="4"/></g>',
    "jacket": '<path fill="{m}" d="M150 95h100l62 42 22 150-42 10-22-92v112H130V205l-22 92-42-10 22-150z"/>'
    '<path fill="{d}" d="M150 95q50 62 100 0l-14-20h-72z"/><path stroke="{l}" stroke-width="7" d="M200 128v188"/>'
    '<path stroke="{d}" stroke-width="7" d="M150 255h28M222 255h28"/>',
    "beanie": '<path fill="{m}" d="M90 250q0-140 110-140t110 140z"/><rect fill="{d}" x="80" y="240" width="240" '
    'height="56" rx="22"/><circle fill="{l}" cx="200" cy="102" r="26"/><path stroke="{l}" stroke-width="6" '
    'd="M150 132q-16 50-16 106M200 126v112M250 132q16 50 16 106"/>',
    "boot": '<path fill="{m}" d="M120 90h95v105l85 40q30 14 30 50H120z"/><path fill="{d}" d="M112 285h222v26H112z"/>'
    '<path fill="{l}" d="M120 90h95v28h-95z"/>'
    '<path stroke="{d}" stroke-width="8" d="M175 150h48M180 178h46M200 206h48"/>',
    "sock": '<path fill="{m}" d="M150 80h90v130l56 62q18 26-8 44t-52-4l-76-84q-10-12-10-30z"/>'
    '<path fill="{d}" d="M150 80h90v34h-90z"/><path fill="{l}" d="M296 272q18 26-8 44t-52-4l-14-16 50-46z"/>',
}


def drawing_svg(drawing: str, hue: int, angle: int = 0) -> str:
    """One article on a plain ground; `angle` is which picture of the gallery, turned and scaled a little."""
    ground, light, main, dark = PALETTES[hue % len(PALETTES)]
    shapes = DRAWINGS[drawing].format(l=light, m=main, d=dark)
    turn, scale = ((0, 1.0), (-14, 1.1), (12, 0.86), (0, 1.45))[angle % 4]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">'
        f'<rect width="400" height="400" fill="{ground}"/><ellipse cx="200" cy="322" rx="140" ry="13" fill="{light}" '
        f'opacity=".45"/><g transform="rotate({turn} 200 200) translate({200 - 200 * scale:g} {200 - 200 * scale:g}) '
        f'scale({scale})">{shapes}</g></svg>'
    )


def landscape_svg(key: str) -> str:
    """Sky, sun, three ridges, water and a stand of pines; the same key always gives the same view."""
    dice = random.Random(f"landscape/{key}")
    ground, light, main, dark = dice.choice(PALETTES)
    sun_x, sun_y = dice.randint(150, 1050), dice.randint(90, 210)
    layers = (
        _ridge(dice, 330, 110, light, 0.55)
        + _ridge(dice, 400, 80, main, 0.6)
        + f'<rect y="450" width="1200" height="150" fill="{ground}"/>'
        + f'<rect y="450" width="1200" height="150" fill="{light}" opacity=".7"/>'
        + _ridge(dice, 455, 40, main, 1.0, floor=475)
        + _pines(dice, dark)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600" preserveAspectRatio="xMidYMid slice">'
        f'<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="{light}"/><stop offset=".75" '
        f'stop-color="{ground}"/></linearGradient></defs><rect width="1200" height="600" fill="url(#sky)"/>'
        f'<circle cx="{sun_x}" cy="{sun_y}" r="46" fill="#fffaf0" opacity=".85"/>{layers}</svg>'
    )


def _ridge(dice: random.Random, base: int, height: int, colour: str, opacity: float, floor: int = 600) -> str:
    points = [(x, base - dice.randint(0, height)) for x in range(-60, 1300, 120)]
    line = " ".join(f"{x},{y}" for x, y in points)
    return f'<polygon points="-60,{floor} {line} 1300,{floor}" fill="{colour}" opacity="{opacity}"/>'


def _pines(dice: random.Random, colour: str) -> str:
    """Two stands, left and right, rising from the near shore."""
    trees = []
    for _ in range(26):
        x = dice.randint(-20, 330) if dice.random() < 0.5 else dice.randint(870, 1220)
        top, width = dice.randint(300, 430), dice.randint(26, 44)
        trees.append(f"M{x} {top}l{width} {610 - top}h-{2 * width}z")
    return f'<path fill="{colour}" d="{"".join(trees)}"/><path fill="{colour}" d="M0 575q600-60 1200 0v30H0z"/>'
