"""Runs in pywb's own Python: replays every URL of a collection as it was recorded, `id_`, without rewriting.

    python replay.py COLLECTION URL… < nothing > JSON: for each URL the status and the SHA-1 of the body

The working directory is that of `wb-manager`.
"""

from gevent import monkey

monkey.patch_all(thread=False)

import hashlib  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402

from pywb.apps.frontendapp import FrontEndApp  # noqa: E402
from werkzeug.test import Client  # noqa: E402

collection, urls = sys.argv[1], sys.argv[2:]
browser = Client(FrontEndApp(custom_config={"debug": False}))
answers = [browser.get(f"/{collection}/id_/{url}") for url in urls]
print(json.dumps([(answer.status_code, hashlib.sha1(answer.data).hexdigest()) for answer in answers]))
