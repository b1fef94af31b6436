"""From files to chunks, vectors and graph facts."""
