"""Makes reports as people paste them: wordings with operators of the query language in them, in many shapes."""

import random
from collections.abc import Callable

TITLES = (
    'Export with "strict mode" on fails for refunds',
    "Webhook deliveries are retried forever -- never given up",
    "`roastery-worker -vv` prints no signature at all",
    "Reminder mails are sent twice (see #1234)",
    "[Bug] reconcile: difference of 0.01 between bank and orders",
    "user: admin cannot refund an order of tag: wholesale",
    "bpp: 24 is not accepted for a payment",
    "Session expires after 14 days; -a is ignored",
    "Crash: KeyError: 'Id' in deliveries",
    "feat(webhooks)!: sign the body, not the headers",
    "Re: Fwd: payment of order R-2024-7 is booked twice?!",
    "Why is `is:` not a filter for orders, and lang: neither?",
)
SENTENCES = (
    'I expected "delivered" but got "pending", and the log says \'next attempt in 5m\'.',
    "Running with -f/--format json -a --no-color -vv changes nothing.",
    "My settings are user: bob, tag: nightly, bpp: 3, path: C:\\temp\\orders.csv.",
    "It happens on retry.py:15 and in OrderService.cs(40,9), but -not- on Linux.",
    "Steps: 1) order coffee 2) refund it (partially) 3) look at /orders/{id}/refunds.",
    "See https://shop.example/issues/12?tab=all#comment-3 and mail me at bob@shop.example.",
    "The query was SELECT * FROM [dbo].[Refund] WHERE Amount > 0 AND NOT Booked;",
    '(((((this bracket never closes, and "this quote neither',
    "level:critical? type:bug! repo:roastery - I would say so; -1 from me.",
    "a /regex(es)?/ that matches `/^delivery-\\d+$/` is in the settings",
    "Ümläute, 日本語 and emoji 🎉 in the customer's name break the reminder.",
    "std::vector<int> is what the C++ client sends, key=value pairs, a=b&c=d.",
)
CODE = (
    "```python\nclient.post(url, json={'id': 1}, timeout=-1)\n```",
    '~~~\n$ worker --once -a -b -c 2>&1 | grep -v "ok"\n~~~',
    '```json\n{"level": "error", "path": "src/retry.ts", "is": ["stale"]}\n```',
    'Traceback (most recent call last):\n  File "roastery_worker/retry.py", line 15, in attempt\nValueError: "x"',
    "   at Roastery.Services.Refunds.Refund(Int32 id) in C:\\src\\Refunds.cs:line 88",
    "--- a/worker/retry.py\n+++ b/worker/retry.py\n@@ -1,2 +1,2 @@\n-FIRST = 1\n+FIRST = 2",
    '- [x] I searched\n- [ ] I tried -f\n* another: point\n> quoted: "text"\n| a | -b |\n|---|---|',
)
LONGEST_LOG = 10_000
"""Lines of the longest report."""

Shape = Callable[[str, str], str]


def _coloured(title: str, body: str) -> str:
    return f"\x1b[1;31m{title}\x1b[0m\n\x1b[2m{body}\x1b[22m\x1b]0;window title\x07"


def _in_one_line(title: str, body: str) -> str:
    return " ".join(f"{title} {body}".split())


SHAPES: tuple[Shape, ...] = (
    lambda title, body: f"{title}\n\n{body}\n",
    lambda title, body: f"# {title}\r\n\r\n{body}\r\n".replace("\r\n\n", "\r\n"),
    _coloured,
    _in_one_line,
    lambda title, body: f"\n\n   {title}\n{body.upper()}",
    lambda title, body: f"{body}\n\n{title}",
)


def reports(count: int, seed: int = 1) -> list[str]:
    """Return so many different reports, always the same for one seed; every hundredth is a log of 10,000 lines."""
    choice = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        body = "\n".join(choice.sample(SENTENCES, choice.randint(2, 5)))
        if choice.random() < 1 / 2:
            body += "\n\n" + choice.choice(CODE)
        if len(made) % 100 == 1:
            body += "".join(f'\n10:00:00 INFO delivery {line} -a tag: x "ok"' for line in range(LONGEST_LOG))
        made[choice.choice(SHAPES)(choice.choice(TITLES), body)] = None
    return list(made)
