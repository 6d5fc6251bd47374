import { expect, test } from 'vitest';
import { RapportError } from '../rapport-error.ts';
import { Rapport } from '../rapport.ts';
import type { Sink } from './sink.ts';
import { sync, type SyncOptions } from './sync.ts';

const rapport = new Rapport({ baseUrl: 'http://localhost:1', token: () => 'token' });
const sink: Sink = {
  read: () => Promise.resolve(null),
  apply: () => Promise.resolve(true),
  sweep: () => Promise.resolve(true),
};

test.each([
  [{}, 'sink'],
  [{ sink: { ...sink, sweep: undefined } }, 'sink'],
  [{ sink, resources: ['people'] }, 'resources'],
  [{ sink, resources: [] }, 'resources'],
  [{ sink, everyMs: NaN }, 'everyMs'],
  [{ sink, every: 1 }, 'every'],
])('%j is refused before any request, by the name of the option', async (options, name) => {
  await expect(sync(rapport, options as unknown as SyncOptions)).rejects.toThrow(`invalid_option: ${name} `);
});

test.each([
  ['no_answer', null, 5_000],
  ['unknown_answer', 200, 5_000],
  ['internal_error', 500, 5_000],
  ['rate_limit_exceeded', 429, 5_000],
  ['subscription_required', 403, 60_000],
])('a pass that fails with %s (%s) is told, and tried again in %d ms', async (code, status, waitMs) => {
  const stopping = new AbortController();
  const seen: unknown[] = [];
  await sync(failing(code, status), {
    sink,
    signal: stopping.signal,
    onProgress: (progress) => {
      seen.push('waitMs' in progress && progress.waitMs);
      stopping.abort();
    },
  });
  expect(seen).toEqual([waitMs]);
});

test.each([
  ['insufficient_scope', 403],
  ['client_disabled', 401],
  ['unknown_answer', 404],
])('a pass that fails with %s (%s) waits for a person, and ends', async (code, status) => {
  await expect(sync(failing(code, status), { sink })).rejects.toMatchObject({ code, status });
});

function failing(code: string, status: number | null): Rapport {
  const error = new RapportError({ code, status, detail: '' });
  return { customFields: () => Promise.reject(error) } as unknown as Rapport;
}
