"""`python -m pagemold` is the same as `pagemold`."""

import sys

from pagemold.cli import main

if __name__ == "__main__":
    sys.exit(main())
