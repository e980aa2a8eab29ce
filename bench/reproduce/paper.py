"""The figures of Hachenberg & Gottron 2013, Tables 4 to 7, as numbers to compare with."""

PAGES = 13_237
TEMPLATES = 50

# Table 4: pages a second with ten training pages for each template.
RUNTIME = {
    "fingerprint": 594.90,
    "rtdm": 0.61,
    "lcts": 6.74,
    "tv": 261.57,
    "cp": 46.46,
    "cps": 37.37,
    "ctss": 419.68,
    "md5": 611.18,
    "mdh5": 8_643.51,
}

# Table 5: precision, recall, F1, accuracy, pages a second in ten-fold cross-validation. RTDM and LCTS were not run.
CLASSIFICATION = {
    "fingerprint": (1.0000, 0.9877, 0.9930, 1.0000, 488.18),
    "tv": (0.1868, 0.9996, 0.1913, 0.4593, 14.94),
    "cp": (0.7809, 0.9979, 0.7836, 0.8369, 2.78),
    "cps": (0.7147, 0.9986, 0.7147, 0.8242, 1.95),
    "ctss": (1.0000, 0.9912, 0.9950, 1.0000, 141.00),
    "md5": (0.5760, 0.2250, 0.2786, 0.9987, 454.03),
    "mdh5": (1.0000, 0.9729, 0.9831, 1.0000, 6_438.51),
}

# Table 6: clusters, Rand, adjusted Rand, purity, pages a second.
CLUSTERING = {
    "fingerprint": (274, 0.9866, 0.8218, 1.0, 487.30),
    "mdh5": (410, 0.9844, 0.7862, 1.0, 4_263.12),
}

# Table 7: pages, clusters, minutes, pages a second.
GROWTH = (3_657_105, 2_604_653, 50.91, 1_197.32)
