"""How the server over HTTP talks to a connection."""

import asyncio
import socket

from app.mcp.http import LOOPBACK, listen


def test_the_end_of_an_answer_does_not_wait_for_the_clients_acknowledgement():
    """Nagle's algorithm and a delayed acknowledgement cost 40 ms each answer that is sent in two parts."""

    async def accepted_without_delay() -> bool:
        nodelay: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            nodelay.set_result(bool(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        listening = listen(0)
        async with await asyncio.start_server(connected, sock=listening):
            _, writer = await asyncio.open_connection(LOOPBACK, listening.getsockname()[1])
            answer = await nodelay
            writer.close()
        return answer

    assert asyncio.run(accepted_without_delay())
