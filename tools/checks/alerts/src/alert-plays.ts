import type { Outcome } from '@rapport/command-line';
import { named, playAll, until, type Play, type Played, type Say } from '@rapport/testbed';
import { atRest } from './at-rest.ts';
import { causes, type Cause } from './causes.ts';
import type { Held } from './rules.ts';
import { startWatched as start, type WatchedPlatform } from './watched-platform.ts';

export function checkAlerts(only: string | undefined, say: Say): Promise<Outcome> {
  return playAll(named(only, alertPlays), say);
}

const alertPlays: readonly Play<WatchedPlatform>[] = [
  {
    name: 'rest',
    title: 'at rest no alert has a value, and each counter is there before its first rise',
    start,
    run: atRest,
  },
  ...causes.map((cause): Play<WatchedPlatform> => ({
    name: cause.name,
    title: `${cause.title}: ${namesOf(cause.tells).join(', ')}`,
    start,
    run: (on) => play(cause, on),
  })),
];

/** The alerts that mean the cause have no value before it, and one under it. */
async function play({ tells, make }: Cause, on: WatchedPlatform): Promise<Played> {
  const missing = (held: readonly Held[]): string[] =>
    tells.filter((wanted) => !held.some((one) => isOf(wanted, one))).map((wanted) => JSON.stringify(wanted));
  await until(
    async () => missing(await on.rules.held()).length === tells.length,
    calmMs,
    () => 'an alert has a value before its cause',
  );
  const heal = await make(on);
  if (heal === undefined) {
    return { verdict: 'skipped', lines: ['this process may not make it here'], figures: {} };
  }
  const began = performance.now();
  try {
    await until(
      async () => missing(await on.rules.held()).length === 0,
      causeMs,
      async () => `no value has ${missing(await on.rules.held()).join(', ')}`,
    );
    const names = namesOf(await on.rules.held());
    const line = `after ${((performance.now() - began) / 1_000).toFixed(0)} s; with a value were ${names.join(', ')}`;
    return { verdict: 'passed', lines: [line], figures: { held: names } };
  } finally {
    await heal();
    await on.processes.untilReady();
  }
}

function namesOf(held: readonly Held[]): string[] {
  return [...new Set(held.map(({ alert }) => alert))];
}

function isOf(wanted: Held, held: Held): boolean {
  return Object.entries(wanted).every(([label, value]) => held[label] === value);
}

const calmMs = 120_000;
const causeMs = 90_000;
