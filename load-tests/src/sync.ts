import exec from 'k6/execution';
import { fail, sleep } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { bodyOf, prepareTenants, send, textOf, type Prepared } from './lib/mix.ts';
import { objectives } from './lib/objectives.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.sync;
const missed = new Counter('missed_changes');
const freshness = new Trend('feed_freshness', true);

/** Each virtual user is a client that writes and follows the feed from where it stands: no change of its own is missing. */
export const options: Options = {
  scenarios: { sync: { executor: 'constant-vus', vus: rate, duration: `${seconds}s`, gracefulStop: '30s' } },
  thresholds: {
    http_req_failed: ['rate==0'],
    missed_changes: ['count==0'],
    feed_freshness: [`p(99)<${objectives.feedFreshness.p99Ms}`],
  },
};

export { prepareTenants as setup };

/** The place where this client goes on, as its own process would keep it. */
const place: { updatedFrom: string | undefined } = { updatedFrom: undefined };

export default function (prepared: readonly Prepared[]): void {
  const tenant = prepared[exec.vu.idInTest % prepared.length] ?? fail('there are no tenants');
  place.updatedFrom ??= tenant.since;
  const awaited = new Map<string, number>();
  for (let n = 0; n < writesAtOnce; n += 1) {
    const made = send(tenant.token, 'create', 'POST', '/api/v1/customers', bodyOf(`Written ${n}`));
    if (made.status === 201) {
      awaited.set(textOf(made, 'id'), Date.now());
    }
  }
  follow(tenant, awaited);
  missed.add(awaited.size);
  sleep(pauseSeconds);
}

/** Reads the feed to its end once, and takes what it tells of from the awaited records. */
function follow({ token }: Prepared, awaited: Map<string, number>): void {
  let query = `updatedFrom=${encodeURIComponent(place.updatedFrom ?? '')}`;
  for (;;) {
    const page = send(token, 'feed', 'GET', `/api/v1/changes/customers?pageSize=200&${query}`);
    for (const id of page.json('data.#.entityId') as string[]) {
      const writtenAt = awaited.get(id);
      if (writtenAt !== undefined) {
        freshness.add(Date.now() - writtenAt);
        awaited.delete(id);
      }
    }
    const cursor = page.json('nextCursor');
    if (typeof cursor !== 'string') {
      place.updatedFrom = textOf(page, 'syncUntilUtc');
      return;
    }
    query = `cursor=${encodeURIComponent(cursor)}`;
  }
}

const writesAtOnce = 5;
const pauseSeconds = 0.5;
