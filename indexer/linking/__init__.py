"""What the linkers of several languages share: the graph that they add to, and names bound across modules."""
