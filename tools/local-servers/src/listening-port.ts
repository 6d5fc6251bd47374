import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on 127.0.0.1, on a free port unless one is given, and returns the port. */
export async function listeningPort(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}
