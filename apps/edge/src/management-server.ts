import { createServer, type Server } from 'node:http';
import type { EdgeMetrics } from './metrics.ts';

/** Health, readiness and metrics, on a port that the base address never reaches. */
export function createManagementServer(metrics: EdgeMetrics, isReady: () => boolean): Server {
  const pages: Record<string, () => Promise<Page>> = {
    '/healthz': async () => ({ status: 200, type: 'text/plain', text: 'ok\n' }),
    '/readyz': async () =>
      isReady()
        ? { status: 200, type: 'text/plain', text: 'ready\n' }
        : { status: 503, type: 'text/plain', text: 'not ready\n' },
    '/metrics': async () => ({
      status: 200,
      type: metrics.registry.contentType,
      text: await metrics.registry.metrics(),
    }),
  };
  const notFound = async (): Promise<Page> => ({ status: 404, type: 'text/plain', text: 'not found\n' });
  return createServer((req, res) => {
    void (pages[req.url ?? ''] ?? notFound)().then(({ status, type, text }) => {
      res.writeHead(status, { 'content-type': type });
      res.end(text);
    });
  });
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}
