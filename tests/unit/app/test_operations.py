"""The table of operations: it covers the port, and every entry travels as its method is declared."""

import inspect

import msgspec
import pytest

from app.core.local_core import LocalCore
from app.engine import wire
from app.engine.dispatcher import call_of
from app.engine.operations import CORE_OPERATIONS, OPERATIONS, CoreOperations
from search.errors import EngineError
from search.ports import SearchCore
from search.types.filters import OWNER

ANSWERED_BY_THE_CLIENT = {"subscribe", "close"}


def _methods(kind: type) -> dict[str, object]:
    return {name: value for name, value in vars(kind).items() if inspect.isfunction(value) and name[0] != "_"}


def test_the_table_has_every_method_of_the_port_that_crosses_the_socket() -> None:
    assert set(CORE_OPERATIONS) == set(_methods(SearchCore)) - ANSWERED_BY_THE_CLIENT


@pytest.mark.parametrize("name", CORE_OPERATIONS)
def test_the_local_core_takes_the_arguments_of_the_port(name: str) -> None:
    port, local = (inspect.signature(getattr(kind, name)) for kind in (SearchCore, LocalCore))
    assert local.parameters.keys() == port.parameters.keys()
    assert [each.kind for each in local.parameters.values()] == [each.kind for each in port.parameters.values()]


@pytest.mark.parametrize("name", OPERATIONS)
def test_arguments_and_result_of_every_operation_have_a_decoder(name: str) -> None:
    operation = OPERATIONS[name]
    msgspec.msgpack.Decoder(operation.arguments)
    msgspec.msgpack.Decoder(operation.result)


def test_keywords_travel_in_the_order_of_the_parameters_with_defaults_filled_in() -> None:
    arguments = CoreOperations.index.in_order(["/docs"], branches=("main",))
    assert arguments == (["/docs"], None, ("main",), None)
    call = call_of(wire.request_from(wire.request(7, "index", arguments)))
    assert (call.number, call.operation.name, call.arguments) == (7, "index", (("/docs",), None, ("main",), None))


@pytest.mark.parametrize(
    ("operation", "arguments"), [("close", ()), ("why", (OWNER,)), ("why", ()), ("ping", (1,))]
)
def test_a_request_that_names_no_operation_or_has_other_arguments_is_refused(
    operation: str, arguments: tuple[object, ...]
) -> None:
    with pytest.raises(EngineError, match="cannot be read"):
        call_of(wire.request_from(wire.request(1, operation, arguments)))
