"""What the demo shop sells, in tables: categories, kinds of goods, makers, and the sentences that describe them.

Invented names throughout. Numbers, names and the choice among the sentences come from the seed, in `catalogue.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of goods: its noun, the drawing that shows it, a price range in whole euros, and its selling line."""

    noun: str
    drawing: str
    price: tuple[int, int]
    pitch: str


@dataclass(frozen=True)
class Category:
    slug: str
    name: str
    blurb: str
    size: int
    kinds: tuple[Kind, ...]
    specs: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Season:
    """A start page: where it is, what it says in front, where its button leads, and which parts it has."""

    path: str
    name: str
    title: str
    text: str
    button: tuple[str, str]
    has_promises: bool
    has_stories: bool


SEASONS = (
    Season(
        "/",
        "Autumn 2025",
        "Good gear for slow days outside",
        "Tents, kettles and wool from small makers, chosen by people who sleep in them.",
        ("/category/tents-tarps", "See the shelters"),
        has_promises=True,
        has_stories=True,
    ),
    Season(
        "/season/winter",
        "Winter 2025",
        "Warm hands, long evenings",
        "Lanterns for the dark months and bags for the cold ones.",
        ("/category/sleeping", "See what keeps you warm"),
        has_promises=False,
        has_stories=True,
    ),
    Season(
        "/season/spring",
        "Spring 2026",
        "Mud, buds and the first night out",
        "Boots that dry overnight, and a tarp for the rain that comes anyway.",
        ("/category/footwear", "See the boots"),
        has_promises=True,
        has_stories=False,
    ),
    Season(
        "/season/summer",
        "Summer 2026",
        "Light packs, late suns",
        "Everything for three days by the water, and nothing that you would leave in the car.",
        ("/category/packs-bags", "See the packs"),
        has_promises=True,
        has_stories=True,
    ),
)

SHELTER_KINDS = (
    Kind("2-Person Tent", "tent", (219, 489), "Two doors, two porches, and poles that a cold hand can sort."),
    Kind("Solo Tent", "tent", (169, 399), "Pitches in the space of a coat and packs down to a loaf of bread."),
    Kind("Family Tent", "tent", (349, 799), "Room to stand in, and a porch for four pairs of muddy boots."),
    Kind("Silnylon Tarp", "tarp", (79, 189), "Nineteen tie-outs and a ridge seam that has never let a drop through."),
    Kind("Canvas Tarp", "tarp", (99, 219), "Heavy, quiet in the wind, and indifferent to sparks."),
)
SLEEP_KINDS = (
    Kind("Down Sleeping Bag", "bag", (239, 529), "Box baffles hold the down where it keeps you warm."),
    Kind("Summer Bag", "bag", (89, 179), "Opens flat into a quilt when the night turns out milder than the forecast."),
    Kind("Insulated Mat", "mat", (79, 199), "Six centimetres thick, and no crackle when you turn over."),
)
PACK_KINDS = (
    Kind("Rolltop Backpack", "backpack", (109, 229), "One big compartment, one dry pocket, nothing that catches."),
    Kind("Trekking Pack 55 L", "backpack", (189, 339), "The hip belt carries the load; the shoulders only steer."),
    Kind("Day Pack", "backpack", (59, 139), "Takes lunch, a shell and a camera, and stays flat on the bike."),
    Kind("Duffel", "duffel", (79, 169), "Throw it on the roof, drag it over gravel, hose it down."),
    Kind("Weekend Bag", "duffel", (99, 199), "Waxed cotton that looks better after its tenth trip."),
)
KITCHEN_KINDS = (
    Kind("Enamel Mug", "mug", (12, 24), "Goes on the fire, falls on the rocks, comes back for more."),
    Kind("Camp Kettle", "pot", (39, 89), "Boils a litre in four minutes and pours without dribbling."),
    Kind('12" Skillet', "pot", (49, 119), "Carbon steel, half the weight of iron, the same crust."),
    Kind("Nesting Cook Set", "pot", (59, 149), "Two pots, a lid that strains, and a handle that fits all three."),
)
LIGHT_KINDS = (
    Kind("Lantern", "lantern", (39, 119), "A warm, even glow that is kind to card games and late cooks."),
    Kind("Hand Torch", "torch", (29, 89), "One button, three levels, and a beam that reaches the far bank."),
)
TOOL_KINDS = (
    Kind("Splitting Axe", "axe", (79, 169), "Hand-forged head, hickory handle, a balance that does half the work."),
    Kind("Camp Hatchet", "axe", (59, 119), "Small enough for the pack, serious enough for the evening's wood."),
    Kind("Folding Knife", "knife", (35, 129), "A lock you can trust and an edge you can renew on a river stone."),
)
CLOTHING_KINDS = (
    Kind("Rain Shell", "jacket", (149, 359), "Three layers, long cuffs, and a hood that turns with your head."),
    Kind("Wool Overshirt", "jacket", (89, 189), "Warm when wet and presentable at the pub afterwards."),
    Kind("Watch Cap", "beanie", (19, 45), "Lambswool, knitted in the round, no seam to itch."),
)
FOOT_KINDS = (
    Kind("Hiking Boots", "boot", (149, 299), "Resoleable, re-lasted this year, and waterproof from the first step."),
    Kind("Trail Shoes", "boot", (99, 189), "Grip on wet roots without the weight of a boot."),
    Kind("Merino Socks", "sock", (14, 29), "Padded at heel and toe; thin everywhere else."),
)

ORIGIN = ("Made in", ("Portugal", "Estonia", "Slovenia", "Scotland", "Sweden", "Lithuania"))
WARRANTY = ("Warranty", ("2 years", "5 years", "10 years", "Lifetime of the product"))
REPAIR = ("Repair grade", ("A: parts in stock", "B: workshop only", "C: limited"))
CARE = ("Care", ("Sponge clean", "Hand wash, cool", "Wipe and oil", "Machine wash 30 °C"))
COLOURS = ("Moss", "Rust", "Slate", "Straw", "Heather", "Sea")

CATEGORIES = (
    Category(
        "tents-tarps",
        "Tents & Tarps",
        "Shelter for one or for the whole family, tested through a Cumbrian November before it gets a shelf.",
        24,
        SHELTER_KINDS,
        (
            ("Weight", ("1.2 kg", "1.9 kg", "2.6 kg")),
            ("Packed size", ("40 x 12 cm", "48 x 16 cm", "55 x 20 cm", "62 x 24 cm")),
            ("Hydrostatic head", ("2,000 mm", "3,000 mm", "5,000 mm")),
            ("Poles", ("DAC aluminium, 9 mm", "Carbon, 8.5 mm", "None: uses walking poles")),
            ("Pegs", ("6", "8", "12")),
        ),
    ),
    Category(
        "sleeping",
        "Sleeping",
        "Bags and mats with honest temperature ratings: we print the comfort figure, not the survival one.",
        9,
        SLEEP_KINDS,
        (
            ("Weight", ("480 g", "690 g", "940 g")),
            ("Season", ("Summer", "Three seasons", "All year")),
            ("Outer", ("Recycled ripstop 20D", "Brushed polyester")),
            ("Length", ("185 cm", "200 cm", "215 cm")),
        ),
    ),
    Category(
        "packs-bags",
        "Packs & Bags",
        "From the bag that goes to work to the one that goes over the watershed.",
        31,
        PACK_KINDS,
        (
            ("Weight", ("620 g", "980 g", "1.4 kg")),
            ("Carries", ("up to 6 kg", "up to 12 kg", "up to 20 kg")),
            ("Fabric", ("Cordura 500D", "Waxed cotton", "X-Pac VX21", "Recycled ripstop")),
            ("Pockets", ("2", "4", "5", "7")),
            ("Laptop sleeve", ('13"', '15"', "No")),
            ("Rain cover", ("Included", "Sold separately")),
        ),
    ),
    Category(
        "camp-kitchen",
        "Camp Kitchen",
        "Pots, mugs and kettles that improve with soot.",
        14,
        KITCHEN_KINDS,
        (
            ("Weight", ("140 g", "380 g", "620 g")),
            ("Finish", ("Enamelled", "Brushed", "Seasoned", "Blued")),
            ("Induction", ("Yes", "No")),
        ),
    ),
    Category(
        "lighting",
        "Lighting",
        "Light where you need it, dark where you do not.",
        6,
        LIGHT_KINDS,
        (
            ("Weight", ("90 g", "160 g", "240 g")),
            ("Output", ("150 lm", "320 lm", "600 lm")),
            ("Run time", ("6 h", "18 h", "42 h")),
            ("Charging", ("USB-C", "18650 cell", "3 AAA cells")),
            ("Water rating", ("IPX4", "IPX6", "IP67")),
        ),
    ),
    Category(
        "axes-knives",
        "Axes & Knives",
        "Edge tools from small forges. Sent sharp, with a guard. Not sold to under-eighteens.",
        17,
        TOOL_KINDS,
        (
            ("Steel", ("C60 carbon", "80CrV2", "14C28N stainless", "O1 tool steel")),
            ("Hardness", ("57 HRC", "59 HRC", "61 HRC")),
            ("Handle", ("Hickory", "Curly birch", "Ash")),
            ("Guard", ("Leather", "Waxed canvas")),
        ),
    ),
    Category(
        "clothing",
        "Clothing",
        "Few garments, good cloth, and a repair desk that knows them all.",
        12,
        CLOTHING_KINDS,
        (
            ("Weight", ("90 g", "310 g", "540 g")),
            ("Season", ("Spring and autumn", "Winter", "All year")),
            ("Fit", ("Slim", "Regular", "Roomy")),
            ("Dyed in", ("Hawick", "Porto")),
        ),
    ),
    Category(
        "footwear",
        "Footwear",
        "Boots we can resole, shoes we can vouch for, socks we all wear.",
        7,
        FOOT_KINDS,
        (
            ("Season", ("Summer", "Three seasons", "Winter")),
            ("Fit", ("Narrow", "Medium", "Wide")),
            ("Break-in", ("None", "A week", "A month")),
        ),
    ),
)
SHARED_SPECS = (ORIGIN, CARE, REPAIR, WARRANTY)

SERIES = (
    "Skarn", "Ousel", "Ferrol", "Brae", "Lomond", "Cairn", "Merlin", "Fjell", "Sorrel", "Tamarack",
    "Alder", "Rowan", "Larch", "Kestrel", "Corrie", "Beck", "Drift", "Ember", "Hollow", "Plover",
)  # fmt: skip

BRANDS = (
    ("Pike & Daughters", "Keswick, England", 1968, "Three generations of canvas and brass."),
    ("Norrsken Verk", "Umeå, Sweden", 1994, "Gear for places where the sun forgets to rise."),
    ("Oxbow Canvas", "Hay-on-Wye, Wales", 2006, "Waxed cotton cut, sewn and rewaxed under one roof."),
    ("Halden", "Halden, Norway", 1951, "Plain tools that outlive their owners."),
    ("Quiet Mile", "Porto, Portugal", 2015, "A small studio that makes light things for long walks."),
    ("Bergfink", "Innsbruck, Austria", 1979, "Alpine shells tested on the way to work."),
    ("Saltmarsh Co.", "Orford, England", 2011, "Coast-proof clothing in salt-coloured cloth."),
    ("Tõrv", "Tartu, Estonia", 2009, "Birch, tar and carbon steel."),
    ("Ridgeback", "Ljubljana, Slovenia", 1987, "Packs by guides, for guides and for the rest of us."),
    ("Little Heron", "Kendal, England", 2018, "Outdoor things for small people and their tall friends."),
    ("Ashlar", "Matlock, England", 1932, "Enamel and ironware from a valley of chimneys."),
    ('Studio "Lantern"', "Vilnius, Lithuania", 2013, "Lamps you will leave on for the company."),
)

DESCRIPTION = (
    "We have carried it for a season and found nothing to take off and little to add.",
    "The seams are taped by hand, the zips are over-sized on purpose, and every part can be replaced.",
    "It is not the lightest in its class; it is the one that comes back into the workshop least.",
    "The maker changed the fastening this spring after a letter from one of our customers.",
    "Packed weight is what our own scale says, stuff sack and all.",
    "If it fails in the field, send it back: our repair desk answers within two working days.",
    "Undyed parts vary a little from batch to batch, as honest material does.",
    "It pairs well with the rest of the series, but does not insist on it.",
)
BUNDLE_EXTRAS = (
    "Footprint groundsheet", "Six steel pegs", "Repair kit with needle and tape", "Cotton storage sack",
    "Spare guy lines, 2 x 3 m", "Care wax, 100 ml", "Leather strap", "Printed field guide",
)  # fmt: skip
ACCORDION = (
    ("Delivery & returns", "Dispatched from Kendal within one working day. Sixty days to change your mind."),
    ("Care", "Brush off dirt when dry, store loose and cool, and renew the finish once a year."),
    ("Repairs", "Spare parts are kept for ten years. Small repairs are free for the first two."),
    ("Materials & origin", "We list every supplier with more than five per cent of the product's value."),
)
REVIEWS = (
    ("Exactly what I needed", "Used it every weekend since April. No complaints so far."),
    ("Good, with one reservation", "Great build. The colour is darker than in the picture, which suits me fine."),
    ("Survived the Pennine Way", "Nineteen days, eleven of them wet. Everything important stayed dry."),
    ("Bought a second one", "The first was borrowed by my sister and never returned. That says it all."),
    ("Not for me", "Well made, but the fit is generous and I should have read the size notes."),
    ("Quiet quality", "You stop noticing it after an hour, which is the best I can say of any kit."),
    ("Repaired free of charge", "A buckle broke. Posted on Monday, back on Friday. Impressive."),
    ("Heavier than it looks", "But so is a good dog."),
)
SEARCHES = (
    "tent", "wool", "gift", "kettle", "waterproof", "knife", "merino", "down",
    "backpack", "lantern", "boots", "snowshoes",
)  # fmt: skip
DISCONTINUED = (
    "skarn-snow-shovel", "heather-hammock", "lomond-trail-stove", "birch-camp-stool", "alder-water-filter",
    "fjell-pulk-harness", "plover-bug-net", "cairn-altimeter", "old-faithful-teapot", "ember-hand-warmer",
    "drift-paddle-float", "sorrel-gaiters",
)  # fmt: skip
