"""Prisma schemas: models and their tables."""
