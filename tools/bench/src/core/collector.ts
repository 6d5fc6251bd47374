import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes traces and forgets them, so that services pay for sending them as in an installation with a collector. */
export async function startCollector(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
