"""The smallest receiver of webhooks that is safe: checks the signature and the age before it believes anything.

Run it with the key of your endpoint: ROASTERY_KEY=... python webhook_receiver.py
"""

import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = os.environ["ROASTERY_KEY"].encode()
FIVE_MINUTES = 300


def is_genuine(header: str, body: bytes) -> bool:
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    stamp = parts.get("t", "0")
    expected = hmac.new(KEY, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    fresh = stamp.isdigit() and abs(time.time() - int(stamp)) <= FIVE_MINUTES
    return fresh and hmac.compare_digest(expected, parts.get("v1", ""))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers.get("Roastery-Signature", ""), body)
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            print(self.headers.get("Roastery-Event"), body.decode())


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 8080), Receiver).serve_forever()
