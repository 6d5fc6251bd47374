import { endpoint, implement } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { startSpanCollector, type SpanCollector } from '@rapport/local-servers/span-collector';
import { inSpan, startTelemetry, type Telemetry } from '@rapport/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Exchange } from './exchange.ts';
import { httpApp } from './http-app.ts';
import { listen, type Listening } from './serving/listen.ts';

const contract = {
  failing: endpoint({
    operationId: 'failing',
    method: 'get',
    path: '/things/{how}',
    access: 'open',
    params: z.object({ how: z.string() }),
    success: { status: 200, body: z.object({ ok: z.boolean() }) },
    errors: [],
  }),
};

const theirs = '4bf92f3577b34da6a3ce929d0e0e4736';
const lines: Record<string, unknown>[] = [];
let collector: SpanCollector;
let telemetry: Telemetry;
let running: Listening;

beforeAll(async () => {
  collector = await startSpanCollector();
  telemetry = await startTelemetry({
    service: 'test',
    instance: 1,
    sampleRatio: 1,
    exporterUrl: collector.url,
    logStream: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const routes = implement(contract)<Exchange>({
    failing: async ({ trace }, { params }) => {
      await inSpan(trace, 'select things', { 'db.system.name': 'postgresql' }, async () => undefined);
      if (params.how === 'away') {
        throw new AppError('service_unavailable', 'Try again.');
      }
      return { status: 200, body: { ok: true } };
    },
  });
  const guards = [(exchange: Exchange) => void (exchange.context = exchange)];
  running = await listen({ host: '127.0.0.1', port: 0 }, httpApp({ telemetry, routes, guards, guardsBehindBody: [] }));
});

afterAll(async () => {
  await running.drain(100);
  await collector.stop();
});

test('span, log line, problem and header of a request have the same trace, which is not the caller’s', async () => {
  const address = `http://127.0.0.1:${running.port}/things`;
  const headers = { traceparent: `00-${theirs}-00f067aa0ba902b7-01` };
  const failed = await fetch(`${address}/away?secret=1`, { headers });
  const { traceId } = (await failed.json()) as { traceId: string };
  await fetch(`${address}/fine`);
  await telemetry.shutdown();

  expect(failed.headers.get('traceresponse')?.split('-')[1]).toBe(traceId);
  expect(traceId).not.toBe(theirs);
  const line = lines.find((logged) => logged['traceId'] === traceId);
  expect(line).toMatchObject({
    status: 503,
    route: '/things/{how}',
    path: '/things/away',
    code: 'service_unavailable',
  });
  const ofTrace = collector.spans.filter((span) => span.traceId === traceId);
  const server = ofTrace.find((span) => span.name === 'GET /things/{how}');
  expect(failed.headers.get('traceresponse')).toBe(`00-${traceId}-${server?.spanId}-01`);
  expect(server?.links?.map((link) => link.traceId)).toEqual([theirs]);
  expect(server?.status?.code).toBe(2);
  const attributes = Object.fromEntries(server?.attributes.map(({ key, value }) => [key, value]) ?? []);
  expect(attributes).toMatchObject({
    'http.route': { stringValue: '/things/{how}' },
    'http.request.method': { stringValue: 'GET' },
    'http.response.status_code': { intValue: 503 },
  });
  expect(JSON.stringify(ofTrace)).not.toContain('secret');
  const below = ofTrace.find((span) => span.name === 'select things');
  expect(below?.parentSpanId).toBe(server?.spanId);
  const text = await telemetry.metrics.text();
  expect(text).toContain(`trace_id="${traceId}"`);
  expect(text).toMatch(
    /http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/things\/\{how\}",http_response_status_code="503"\} 1/,
  );
});
