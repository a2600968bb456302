"""What accepting is compared with: aiosmtpd throwing mail away. `python -m bench.sink PORT`."""

import asyncio
import sys

import uvloop
from aiosmtpd.handlers import Sink
from aiosmtpd.smtp import SMTP


async def serve(port: int) -> None:
    """Until the process is ended."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink(), enable_SMTPUTF8=True, loop=loop), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
