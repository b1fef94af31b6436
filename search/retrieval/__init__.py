"""Finding candidates by word and by meaning, behind one backend protocol."""
