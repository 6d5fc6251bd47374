import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the exporters send it, as far as tests look at it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

export interface SpanCollector {
  readonly url: string;
  stop(): Promise<void>;
}

const spansMax = 50_000;

/** Takes spans over OTLP/HTTP in JSON, and gives those of a trace at /traces/<id> and those that hold a text at /holding/<text>. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      const [, what, text = ''] = (req.url ?? '').split('/');
      const sought = decodeURIComponent(text);
      const isSought = (span: CollectedSpan): boolean =>
        what === 'holding' ? JSON.stringify(span).includes(sought) : span.traceId === sought;
      res.end(JSON.stringify(spans.filter(isSought)));
      return;
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Export));
      spans.splice(0, Math.max(0, spans.length - spansMax));
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[] }[];
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => [...spans]));
}
