"""XML: the mappers of MyBatis."""
