"""Painting code that delegates share: texts, tiles, badges, bars and boxes."""
