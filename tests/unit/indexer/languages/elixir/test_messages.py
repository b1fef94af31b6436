"""Where the messages between processes of Elixir lead."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

STORE = """
defmodule Store do
  use GenServer
  def init(x), do: x
  def handle_call({:get, key}, _from, state), do: {:reply, key, state}
  def handle_call(:all, _from, state) when is_map(state), do: {:reply, 1, state}
  def handle_cast({:put, _key, _value} = message, state), do: {:noreply, message, state}
  def handle_info(:tick, state), do: {:noreply, state}
  def handle_continue({:load, _path}, state), do: {:noreply, state}
"""


def edges_of(code: str) -> set[str]:
    """Return the edges of a function with some code in the server, and of one of another module."""
    other = f"defmodule Other do\n  def run(pid), do: {code}\nend\n"
    files = {"a.ex": f"{STORE}  def run(pid), do: {code}\nend\n{other}"}
    plain = (each.replace("ex:a.ex#", "") for each in edges(graph_of(files)))
    return {each for each in plain if ".run " in each and " calls " in each}


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("GenServer.call(pid, {:get, 1})", "handle_call"),
        ("GenServer.call(pid, :all, 5000)", "handle_call"),
        ("pid |> GenServer.call(:all)", "handle_call"),
        ("GenServer.cast(name(pid), {:put, 1, 2})", "handle_cast"),
        ("send(self(), :tick)", "handle_info"),
        ("Process.send_after(self(), :tick, 50)", "handle_info"),
        ("{:noreply, pid, {:continue, {:load, 1}}}", "handle_continue"),
        ("GenServer.start_link(__MODULE__, pid)", "init"),
    ],
)
def test_a_server_takes_its_own_messages(code: str, function: str) -> None:
    assert edges_of(code) == {f"Store.run calls Store.{function}"}


@pytest.mark.parametrize(
    "code",
    [
        "GenServer.call(pid, :unknown)",
        "GenServer.call(pid, {:put, 1, 2})",
        "GenServer.call(pid, message)",
        "GenServer.cast(pid, :all)",
        "GenServer.call(:all)",
        "GenServer.call(pid, {})",
        "send(pid, :tick)",
        "{:continue, :load, 1}",
        "{:continue, {}}",
        "{:continue, other}",
    ],
)
def test_what_no_clause_takes_leads_nowhere(code: str) -> None:
    assert edges_of(code) == set()


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("GenServer.call(Store, {:get, 1})", "handle_call"),
        ("GenServer.start_link(Store, 1)", "init"),
        ("send(Store, :tick)", "handle_info"),
    ],
)
def test_a_server_that_is_named_takes_the_message(code: str, function: str) -> None:
    assert edges_of(code) == {f"Store.run calls Store.{function}", f"Other.run calls Store.{function}"}
