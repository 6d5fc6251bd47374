import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { listeningPort } from './listening-port.ts';
import type { IssuedCertificate } from './private-authority.ts';

/** A span as the exporters send it, with the members that tests look at. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  /** The process, as its exporter says it. */
  readonly resource: Readonly<Record<string, string | undefined>>;
}

export interface SpanCollector {
  readonly url: string;
  /** The spans that have arrived, in their order. */
  readonly spans: readonly CollectedSpan[];
  stop(): Promise<void>;
}

export interface SecureSpanCollector extends SpanCollector {
  /** New connections get this certificate. */
  use(certificate: IssuedCertificate): Promise<void>;
}

const spansMax = 50_000;

/** Takes spans over OTLP/HTTP in JSON. /traces/<id> has those of a trace, /holding/<text> those with a text. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  return collector('http', createServer(takingInto(spans)), spans);
}

/** Takes them over TLS. */
export async function startSecureSpanCollector(certificate: IssuedCertificate): Promise<SecureSpanCollector> {
  const spans: CollectedSpan[] = [];
  const server = createSecureServer(await inPem(certificate), takingInto(spans));
  return {
    ...(await collector('https', server, spans)),
    use: async (other) => server.setSecureContext(await inPem(other)),
  };
}

async function collector(protocol: string, server: Server, spans: readonly CollectedSpan[]): Promise<SpanCollector> {
  const port = await listeningPort(server);
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    spans,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function takingInto(spans: CollectedSpan[]): RequestListener {
  return (req, res) => {
    if (req.method === 'GET') {
      const [, what, text = ''] = (req.url ?? '').split('/');
      const sought = decodeURIComponent(text);
      const isSought = (span: CollectedSpan): boolean =>
        what === 'holding' ? JSON.stringify(span).includes(sought) : span.traceId === sought;
      res.end(JSON.stringify(spans.filter(isSought)));
      return;
    }
    void json(req).then((body) => {
      spans.push(...spansOf(body as Export));
      spans.splice(0, Math.max(0, spans.length - spansMax));
      res.setHeader('content-type', 'application/json').end('{}');
    });
  };
}

async function inPem({ certificate, key }: IssuedCertificate): Promise<{ cert: string; key: string }> {
  return { cert: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<CollectedSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'resource'>[] }[];
  }[];
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource: { attributes }, scopeSpans }) => {
    const resource = Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, resource })));
  });
}
