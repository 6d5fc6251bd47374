import { ClientIds } from '@rapport/api-clients';
import { newId, type CallContext } from '@rapport/kernel';
import { Limiter } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { TokenAudit, TokenEvents } from '@rapport/token-audit';
import { expect, test } from 'vitest';
import { CredentialsInQuery } from './credentials-in-query.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const ids = new ClientIds(Buffer.alloc(32, 1));

const redis = await redisOfFile();

test('an address is noted thirty times a minute, whichever clients it names, and another address is still noted then', async () => {
  const { note, noted } = scene();
  const first = newAddress();
  for (let sent = 0; sent < 40; sent += 1) {
    await note(`client_id=${ids.mint()}&client_secret=x`, first);
  }
  expect(await noted()).toBe(30);
  await note('clientSecret=x', newAddress());
  expect(await noted()).toBe(31);
});

test('the audit names the client by either name in the query, and does not keep an id that was never given out', async () => {
  const { note, audit } = scene();
  const [one, another] = [ids.mint(), ids.mint()];
  for (const query of [`client_id=${one}`, `clientId=${another}`, 'client_id=rpt_live_secret']) {
    await note(query, newAddress());
  }
  expect(audit.refusals.take(10).map(({ clientId }) => clientId)).toEqual([one, another, undefined]);
});

function scene() {
  const metrics = new Metrics();
  const audit = new TokenAudit(metrics);
  const events = new TokenEvents(silent, metrics, audit);
  const inQuery = new CredentialsInQuery(ids, new Limiter(redis, metrics), events);
  return {
    audit,
    note: (query: string, address: string) => inQuery.note(context, query, { address, userAgent: undefined }),
    noted: async () =>
      Number(/token_denied_total\{reason="credentials_in_query"\} (\d+)/.exec(await metrics.text())?.[1]),
  };
}

/** An address that no other run of the tests has counted. */
function newAddress(): string {
  return `2001:db8:${newId()}`;
}
