"""Bad input: what must happen, how fast and in how much memory, row by row as the table of hostile input says."""
