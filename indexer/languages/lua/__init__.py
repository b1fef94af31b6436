"""Lua: modules that are required, tables with their functions, classes by metatables."""
