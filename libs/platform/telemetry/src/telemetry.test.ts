import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSpanCollector, type CollectedSpan, type SpanCollector } from '@rapport/local-servers/span-collector';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inSpan } from './server-trace.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

const theirs = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const lines: Record<string, unknown>[] = [];
const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
let collector: SpanCollector;
let telemetry: Telemetry;

beforeAll(async () => {
  collector = await startSpanCollector();
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=staging,service.namespace=crm');
  telemetry = await startTelemetry({
    service: 'test',
    instance: 'pod-1',
    sampleRatio: 1,
    exporterUrl: collector.url,
    logStream,
  });

  const linked = telemetry.startTrace('linked', { traceparent: theirs });
  await inSpan(linked, 'select customers', { 'db.system.name': 'postgresql' }, async () => 1);
  await inSpan(linked, 'broken', {}, () => Promise.reject(new Error('no'))).catch(() => undefined);
  linked.end();
  const continued = telemetry.startTrace('continued', { traceparent: theirs, trusted: true });
  continued.end();
  const refused = telemetry.startTrace('not sampled', { traceparent: theirs.replace(/01$/, '00'), trusted: true });
  refused.end();
  const others = Array.from({ length: 40 }, (_none, index) => theirs.replace('00f0', (4_096 + index).toString(16)));
  const links = ['nonsense', theirs, theirs, theirs.replace(/01$/, '00'), ...others];
  const consumer = telemetry.startTrace('consumer', { kind: 'consumer', links });
  await inSpan(consumer, 'send', {}, async () => 1, 'producer');
  consumer.end();
  await telemetry.shutdown();
});

afterAll(() => collector.stop());

function span(name: string): CollectedSpan {
  const found = collector.spans.find((exported) => exported.name === name);
  if (!found) {
    throw new Error(`no span ${name} among ${collector.spans.map((exported) => exported.name).join(', ')}`);
  }
  return found;
}

test('spans bear the names of service and process, and what the environment says of the installation', () => {
  expect(span('linked').resource).toMatchObject({
    'service.name': 'test',
    'service.instance.id': 'pod-1',
    'service.namespace': 'crm',
    'deployment.environment': 'staging',
  });
});

test('the trace of a public caller is linked and not continued', () => {
  expect(span('linked').traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  expect(span('linked').parentSpanId ?? '').toBe('');
  expect(span('linked').links).toMatchObject([
    { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
  ]);
});

test('the trace of a trusted caller is continued, with its decision on sampling', () => {
  expect(span('continued')).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
  });
  expect(collector.spans.map((exported) => exported.name)).not.toContain('not sampled');
});

test('work on messages links each of their exported traces once, up to a bound', () => {
  expect(span('consumer')).toMatchObject({ kind: 5 });
  expect(span('consumer').parentSpanId ?? '').toBe('');
  const links = span('consumer').links ?? [];
  expect(links).toHaveLength(32);
  expect(links[0]).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' });
  expect(new Set(links.map(({ spanId }) => spanId)).size).toBe(32);
  expect(span('send')).toMatchObject({ kind: 4, parentSpanId: span('consumer').spanId });
});

test('the span of a call lies below the given trace, and shows a failure', () => {
  expect(span('select customers')).toMatchObject({
    parentSpanId: span('linked').spanId,
    traceId: span('linked').traceId,
    kind: 3,
  });
  expect(span('broken').status).toMatchObject({ code: 2 });
});

test.each([
  'nonsense',
  '00-0-0-00',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
])('the invalid traceparent %s is ignored', (traceparent) => {
  const trace = telemetry.startTrace('x', { traceparent, trusted: true });
  expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(trace.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
});

test('without a collector each trace has valid ids of its own, and work in a span simply runs', async () => {
  const quiet = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 1, logStream });
  const traces = Array.from({ length: 1_000 }, () => quiet.startTrace('x'));
  expect(new Set(traces.map((trace) => trace.traceId)).size).toBe(1_000);
  expect(traces[0]?.traceresponse).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(await inSpan({ traceId: 'x', traceparent: 'x' }, 'y', {}, async () => 7)).toBe(7);
});

test('a process works on and ends while its collector is away', async () => {
  const away = await startTelemetry({
    service: 'test',
    instance: 1,
    sampleRatio: 1,
    exporterUrl: 'http://127.0.0.1:1',
    logStream,
  });
  away.startTrace('x').end();
  await away.shutdown();
});

test('spans that a collector refuses are counted and warned of once, until it takes some again', async () => {
  let status = 400;
  const refusing = createServer((req, res) => req.resume().on('end', () => res.writeHead(status).end('{}')));
  await once(refusing.listen(0, '127.0.0.1'), 'listening');
  const { port } = refusing.address() as AddressInfo;
  const said: string[] = [];
  const refused = await startTelemetry({
    service: 'test',
    instance: 1,
    sampleRatio: 1,
    exporterUrl: `http://127.0.0.1:${port}`,
    logStream: { write: (line) => void said.push((JSON.parse(line) as { message: string }).message) },
  });
  const untilLost = (count: number): Promise<void> =>
    vi.waitFor(async () => expect(await refused.metrics.text()).toContain(`spans_lost_total ${count}\n`), 10_000);
  refused.startTrace('x').end();
  await untilLost(1);
  refused.startTrace('y').end();
  refused.startTrace('z').end();
  await untilLost(3);
  expect(said).toEqual(['the collector takes no spans; they are counted and lost']);
  status = 200;
  refused.startTrace('x').end();
  await refused.shutdown();
  expect(said.slice(1)).toEqual(['the collector takes spans again']);
  refusing.close();
});

test('a log line is JSON with service, instance and the given members, and shows no secret', () => {
  telemetry.logger.info(
    {
      traceId: 'abc',
      client_secret: 's1',
      headers: { authorization: 'Bearer s2' },
      form: { password: 's3', access_token: 's4' },
    },
    'logged',
  );
  const line = lines.at(-1);
  expect(line).toMatchObject({ service: 'test', instance: 'pod-1', traceId: 'abc', level: 'info', message: 'logged' });
  expect(JSON.stringify(line)).not.toMatch(/s[1-4]"/);
});

test('an error is logged with its stack, its code and its causes, and without its other members', () => {
  const cause = Object.assign(new Error('inner'), { code: 'ECONNREFUSED', values: ['private'] });
  telemetry.logger.error({ error: new Error('outer', { cause }) }, 'failed');
  expect(lines.at(-1)?.['error']).toMatchObject({
    message: 'outer',
    cause: { message: 'inner', code: 'ECONNREFUSED' },
  });
  expect(JSON.stringify(lines.at(-1))).not.toContain('private');
  telemetry.logger.error({ error: new AggregateError([cause], 'none of several') }, 'failed');
  expect(lines.at(-1)?.['error']).toMatchObject({ message: 'none of several', cause: { code: 'ECONNREFUSED' } });
});

test('metrics are written as OpenMetrics, are made once, and point to a trace', async () => {
  const { metrics } = telemetry;
  const options = { name: 'requests', help: 'Requests.', labelNames: ['route'] as const };
  metrics.counter(options).inc({ route: '/a' });
  metrics.counter(options).inc({ route: '/a' });
  metrics.gauge({ name: 'pool_size', help: 'Size.', read: () => 3 });
  metrics
    .histogramWithExemplars({ name: 'seconds', help: 'Seconds.' })
    .observe({ value: 0.02, exemplarLabels: { trace_id: 'abc' } });
  const text = await metrics.text();
  expect(metrics.contentType).toContain('application/openmetrics-text');
  expect(text).toContain('requests_total{route="/a"} 2');
  expect(text).toContain('pool_size 3');
  expect(text).toMatch(/seconds_bucket{le="0.025"} 1 # {trace_id="abc"} 0.02/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text.trimEnd().endsWith('# EOF')).toBe(true);
  expect(() => metrics.gauge({ name: 'requests', help: 'x' })).toThrow('another kind');
});
