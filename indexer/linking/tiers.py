"""How edges were found, and how often those of each tier are right."""

from search.types.graph import OVERLOAD, UNDECIDED, VALUE

_DECIDED = {
    "exact": 1.0,
    "scope": 0.99,
    VALUE: 0.98,
    "self": 0.99,
    "base": 0.98,
    "static": 0.99,
    "var": 0.97,
    "import": 0.98,
    "ext_typed": 0.97,
    "dotted": 0.95,
    "chain": 0.91,
    "ext_scope": 0.83,
    "module": 0.98,
    "package": 0.9,
    "proc_string": 0.98,
    "proc_pattern": 0.9,
    "literal": 0.95,
    "schema": 1.0,
    "default_schema": 0.9,
    "ef_typed": 0.99,
    "ef_name": 0.9,
    "repository": 0.95,
    "orm_typed": 0.97,
    "orm_name": 0.9,
    "route": 0.98,
    "request": 0.95,
    "message": 0.97,
    "message_name": 0.85,
    "job": 0.97,
    "fixture": 0.98,
    "view": 0.95,
    "component": 0.97,
    "registration": 0.98,
    "inferred": 0.85,
    "link": 1.0,
    "mention": 0.9,
    OVERLOAD: 1.0,
}

CONFIDENCE = {**_DECIDED, **{f"{tier}{UNDECIDED}": value / 2 for tier, value in _DECIDED.items()}}
"""Tier -> precision, measured against compilers and live databases; rounded down where the sample is small.

Of several overloads that a call may mean one is right: half of them where there are two, as there mostly are."""
