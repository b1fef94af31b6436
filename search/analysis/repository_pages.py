"""Addresses of files in the web pages of repositories, as people copy them from a browser."""

from typing import Final

PAGE: Final = r"https?://[^/\s]+/(?:[^/\s]+/){2,8}?(?:-/)?(?:blob|blame|raw|edit)/[^/\s]+/"
"""What stands before the path of a file on GitHub, GitLab and those that work alike, with the branch or commit."""

PAGE_WITH_LINE: Final = r"https?://[^/\s]+/(?:[^/\s]+/){2,8}?src/(?:(?:branch|commit|tag)/)?[^/\s]+/(?=[^\s#]+#)"
"""The same on Bitbucket, Gitea and Forgejo, which say ``src``: there only a line tells that a file is meant."""

PAGE_QUERY: Final = r"\?[^\s#]*"
"""What may stand between the path and the line: ``?plain=1``."""
