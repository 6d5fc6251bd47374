import { newId } from '@rapport/kernel';
import { describe, expect, test } from 'vitest';
import type { AuditRow } from '../audit-row.ts';
import { RefusalCounts } from './refusal-counts.ts';
import { refusalId } from './refusal-id.ts';

const bounds = { perMinuteMax: 10, waitingMax: 50 };
const minuteMs = 60_000;

describe('more refusals in a minute than its budget', () => {
  test('beyond the budget, refusals of ids that no client has count by reason, and hide no guess at the secret of a client', () => {
    const counts = new RefusalCounts(bounds);
    for (let n = 0; n < 100; n += 1) {
      counts.add(refusalOf({ ip: `192.0.2.${n}`, reason: 'unminted' }));
    }
    const guess = refusalOf({ clientId: 'a client', ip: '198.51.100.1' });
    expect(counts.add(guess)).toBe(true);
    const rows = counts.take(50);
    expect(rows).toContainEqual(guess);
    expect(rows).toHaveLength(bounds.perMinuteMax + 2);
    expect(rows.find(({ ip, clientId }) => ip === undefined && clientId === undefined)?.count).toBe(90);
  });

  test('beyond the budget of a minute, refusals of clients are counted by client, without their addresses', () => {
    const counts = new RefusalCounts(bounds);
    const known = { tenantId: newId(), secretId: newId(), runAs: newId() };
    for (let n = 0; n < 100; n += 1) {
      counts.add(refusalOf({ ...known, clientId: `client ${n % 2}`, ip: `192.0.2.${n}`, userAgent: 'tests/1.0' }));
    }
    const beyond = counts.take(50).filter(({ ip }) => ip === undefined);
    expect(beyond).toEqual(
      ['client 0', 'client 1'].map((clientId) => ({
        ...refusalOf({ ...known, clientId }),
        ...{ ip: undefined, userAgent: undefined, count: 45 },
      })),
    );
  });

  test('refusals of more clients than the budget are counted by their reason, so that their number has a bound', () => {
    const counts = new RefusalCounts(bounds);
    for (let n = 0; n < 100; n += 1) {
      counts.add(refusalOf({ clientId: `client ${n}`, ip: `192.0.2.${n}` }));
    }
    expect(counts.size).toBe(2 * bounds.perMinuteMax + 1);
    const [rest] = counts.take(50).filter(({ clientId }) => clientId === undefined);
    expect(rest).toMatchObject({ reason: 'bad_secret', count: 80 });
  });

  test('a full budget of one minute does not burden the next minute', () => {
    const counts = new RefusalCounts(bounds);
    for (let n = 0; n < 100; n += 1) {
      counts.add(refusalOf({ ip: `192.0.2.${n}` }));
    }
    const next = refusalOf({ at: minuteMs, ip: '192.0.2.200' });
    counts.add(next);
    expect(counts.take(50)).toContainEqual(next);
  });
});

test('refusals that could not be written come first again, with those that were counted meanwhile', () => {
  const counts = new RefusalCounts(bounds);
  const [first, second, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((ip) => refusalOf({ ip }));
  for (const refusal of [first, second, third]) {
    counts.add(refusal as AuditRow);
  }
  const batch = counts.take(2);
  counts.add(second as AuditRow);
  expect(counts.putBack(batch)).toBe(0);
  expect(counts.take(2)).toEqual([first, { ...second, count: 2 }]);
});

function refusalOf(more: Partial<AuditRow>): AuditRow {
  const refusal = { at: 0, event: 'token.denied', reason: 'bad_secret', traceId: '0', count: 1, ...more } as const;
  return { ...refusal, id: refusalId(refusal) };
}
