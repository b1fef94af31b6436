"""The documented JSON answers, one type each: the command line prints them and agents receive them.

Answers that are not here are types of the core that are encoded as they are: `WhyAnswer`, `AccessView`.
`search.types.tree_answer` has that of a tree, which the window exports too.
"""
