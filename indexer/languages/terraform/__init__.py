"""Terraform and other HCL: blocks, references between them, and the modules that they call."""
