"""Strokes that delegates share: texts, tiles, badges, bars, boxes. Nothing here knows what it paints for."""
