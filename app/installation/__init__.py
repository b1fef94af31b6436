"""The installation on this machine: version, folders, settings file, logs, system libraries."""
