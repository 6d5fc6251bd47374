import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Serves the front end of the guide as a development server does: any path that is no file is the page. */
export async function serveFrontEnd(folder: string, { origin, platform }: { origin: string; platform: string }) {
  const {
    outputFiles: [script],
  } = await build({
    entryPoints: [join(folder, 'src/main.ts')],
    nodePaths: [new URL('../../../node_modules', import.meta.url).pathname],
    define: { 'import.meta.env.VITE_PLATFORM': JSON.stringify(platform) },
    ...{ bundle: true, format: 'esm', target: 'es2022', write: false, logLevel: 'silent' },
  });
  const page = await readFile(join(folder, 'index.html'));
  const server = createServer((req, res) => {
    if (req.url === '/src/main.ts') {
      res.writeHead(200, { 'content-type': 'text/javascript' }).end(script?.contents);
    } else {
      res.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
  });
  const { hostname, port } = new URL(origin);
  server.listen(Number(port), hostname);
  await once(server, 'listening');
  return {
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
