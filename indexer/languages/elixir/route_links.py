"""The functions that serve the routes of Phoenix and of Plug."""

from indexer.facts.model import Call, FileFacts
from indexer.languages.elixir.names import Names
from indexer.languages.link_context import LinkContext
from indexer.linking.routes import Served, joined


def collect(context: LinkContext) -> None:
    """Hand on the routes of all Elixir files."""
    names = Names(context.files)

    def handler(facts: FileFacts, call: Call) -> str:
        """Return the action of a controller, a function of a page, that of a plug, or the module."""
        module = names.module_at(facts, call.owner, call.receiver)
        action = names.remote(module, call.name, call.arguments) if module and call.name else ""
        plug = names.remote(module, "call", call.arguments) if module and not action else ""
        return action or plug or module

    for facts in names.files:
        for route in facts.routes:
            context.routes.serve(Served(facts, route, joined(route.path), facts.path, handler))
