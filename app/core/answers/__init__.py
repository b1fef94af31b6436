"""The documented JSON answers, one type each: the command line prints them and agents receive them.

Answers that are not here are types of the core that are encoded as they are: `DependencyTree`, `WhyAnswer`,
`AccessView`.
"""
