import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@rapport/testbed';
import type { WatchedPlatform } from './watched-platform.ts';

export async function atRest({ rules }: WatchedPlatform): Promise<void> {
  const isQuiet = async (): Promise<boolean> => (await rules.held()).length === 0;
  await until(
    async () => (await isQuiet()) && (await delay(quietMs), await isQuiet()),
    startMs,
    async () => `at rest there are values of ${JSON.stringify(await rules.held())}`,
  );
  const counters = Object.values(rules.expressions).flatMap((expr) => [
    ...expr.matchAll(/increase\((\w+(?:\{[^}]*\})?)\[/g),
  ]);
  assert.ok(counters.length > 0);
  for (const [, counter = ''] of counters) {
    assert.notDeepEqual(await rules.ask(counter), [], `${counter} is not there, so its first rise would be none`);
  }
}

const quietMs = 10_000;
/** Rates look back five minutes, so what a start leaves is over by then. */
const startMs = 360_000;
