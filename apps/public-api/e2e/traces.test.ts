import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { newName, newTenant } from './tenant.ts';

const { collectorUrl, logsFolder, operatorUrl, operatorCredential, baseUrl } = inject('platform');
const client = await (await newTenant()).client();

test('a request of the public API has a span of its route, with the database and Redis below it', async () => {
  const created = await client.createCustomer({ body: { name: newName() } });
  const traceId = traceIdOf(created.headers);
  const spans = await spansOf(traceId, 3);
  const root = spans.find((span) => !span.parentSpanId);
  expect(root?.name).toBe('POST /api/v1/customers');
  const below = spans.filter((span) => span.parentSpanId === root?.spanId).map((span) => span.name);
  expect(below).toContain('redis admit');
  expect(below.some((name) => name.includes('customers_create'))).toBe(true);
  expect(await logLineOf(traceId)).toMatchObject({ service: 'public-api', route: '/api/v1/customers', status: 201 });
});

test('the trace id of a problem is that of the header, of the spans and of the log line', async () => {
  const refused = await client.getCustomer({ params: { id: '01890000-0000-7000-8000-000000000000' } });
  const { traceId } = refused.body as { traceId: string };
  expect(traceIdOf(refused.headers)).toBe(traceId);
  expect((await spansOf(traceId, 1)).map((span) => span.name)).toContain('GET /api/v1/customers/{id}');
  expect(await logLineOf(traceId)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  ['token-service', `${baseUrl}/connect/token`, 'POST /connect/token', {}],
  [
    'subscription-service',
    `${operatorUrl}/subscription/v1/operator/tenants`,
    'POST /subscription/v1/operator/tenants',
    { authorization: `Bearer ${operatorCredential}` },
  ],
])('a request of %s has its trace in its header, its spans and its log line', async (service, url, name, headers) => {
  const answer = await fetch(url, { method: 'POST', body: '', headers });
  const { traceId } = (await answer.json()) as { traceId: string };
  expect(traceIdOf(answer.headers)).toBe(traceId);
  expect((await spansOf(traceId, 1)).map((span) => span.name)).toContain(name);
  expect(await logLineOf(traceId)).toMatchObject({ service, status: answer.status });
});

test('a caller cannot choose the trace id, and its own trace is linked', async () => {
  const theirs = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await client.listCustomers({ headers: { traceparent: `00-${theirs}-00f067aa0ba902b7-01` } });
  expect(traceIdOf(answer.headers)).not.toBe(theirs);
  expect(JSON.stringify(await spansOf(traceIdOf(answer.headers), 1))).toContain(theirs);
});

test('polls for work have no spans, so an idle platform sends next to none', async () => {
  const answer = await client.listCustomers({});
  await spansOf(traceIdOf(answer.headers), 1);
  // The services have sent each poll several times by now, whatever other tests did.
  for (const poll of ['mail_claim', 'subscription_due', 'cell_work_due_cells', 'record_count_take_turn']) {
    expect(await (await fetch(`${collectorUrl}/holding/${poll}`)).json(), poll).toEqual([]);
  }
});

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

function traceIdOf(headers: Headers): string {
  return headers.get('traceresponse')?.split('-')[1] ?? '';
}

async function spansOf(traceId: string, least: number): Promise<Span[]> {
  return vi.waitFor(
    async () => {
      const spans = (await (await fetch(`${collectorUrl}/traces/${traceId}`)).json()) as Span[];
      expect(spans.length).toBeGreaterThanOrEqual(least);
      expect(spans.some((span) => !span.parentSpanId)).toBe(true);
      return spans;
    },
    { timeout: 20_000, interval: 200 },
  );
}

async function logLineOf(traceId: string): Promise<unknown> {
  return vi.waitFor(
    async () => {
      for (const file of await readdir(logsFolder)) {
        const lines = (await readFile(join(logsFolder, file), 'utf8')).split('\n');
        const line = lines.find((text) => text.includes(traceId));
        if (line !== undefined) {
          return JSON.parse(line) as unknown;
        }
      }
      throw new Error(`No log line has the trace ${traceId}.`);
    },
    { timeout: 10_000, interval: 100 },
  );
}
