import { Metrics } from '@rapport/telemetry';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestCounts } from './request-counts.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an answer below 400 is a request, a 4xx of a caller with an accepted token is a refusal, and all else counts nowhere', () => {
  const counts = new RequestCounts(new Metrics());
  for (const status of [200, 201, 204, 304, 400, 403, 404, 409, 429, 401, 500, 503]) {
    counts.answered('tenant', status);
  }
  counts.answered(undefined, 200);
  counts.answered(undefined, 429);
  expect(counts.take()).toMatchObject([{ tenantId: 'tenant', requests: 4, refused: 5, tokensIssued: 0 }]);
});

test('counts stand under their day of UTC, in the order of tenants and days, and begin anew when they are taken', () => {
  const counts = new RequestCounts(new Metrics());
  vi.useFakeTimers({ now: new Date('2026-03-01T23:59:59.999Z') });
  counts.tokenIssued('b');
  counts.answered('a', 200);
  vi.setSystemTime(new Date('2026-03-02T00:00:00.000Z'));
  counts.answered('a', 200);
  counts.answered('a', 404);
  expect(counts.take()).toEqual([
    { tenantId: 'a', day: '2026-03-01', requests: 1, refused: 0, tokensIssued: 0 },
    { tenantId: 'a', day: '2026-03-02', requests: 1, refused: 1, tokensIssued: 0 },
    { tenantId: 'b', day: '2026-03-01', requests: 0, refused: 0, tokensIssued: 1 },
  ]);
  expect(counts.size).toBe(0);
});

test('more tenants than fit are lost and measured, and those that are there go on', async () => {
  const metrics = new Metrics();
  const counts = new RequestCounts(metrics);
  for (let tenant = 0; tenant < 10_002; tenant += 1) {
    counts.answered(`tenant ${tenant}`, 200);
  }
  counts.answered('tenant 1', 200);
  expect(counts.size).toBe(10_000);
  expect(await metrics.text()).toContain('usage_lost_total 2');
});
