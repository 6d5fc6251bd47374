import type { Endpoint } from '@rapport/http-contract';
import { test } from 'vitest';
import { expectAll } from './expected.ts';
import { send } from './requests.ts';
import { guarded, ofRecords, row, world } from './rows.ts';
import { wrongQueries } from './wrong-queries.ts';

const queried = guarded.filter(([, { query }]) => query !== undefined);
const paged = ofRecords.filter(([, { query }]) => query !== undefined);

test.each(guarded)('%s refuses a parameter that is there twice, be it known or not', async (_, operation) => {
  const rows = ['unknown=1&unknown=2', '=1&=1'].map((search) =>
    row(search, operation, { search }, 400, 'validation_failed'),
  );
  await expectAll(rows);
});

test.each(queried)('%s refuses a wrong parameter and names it', async (_, operation) => {
  const wrong = wrongQueries(operation).map(({ name, text }) => ({
    ...row(text, operation, { search: text }, 400, 'validation_failed'),
    at: name,
  }));
  await expectAll(wrong);
});

test.each(paged)(
  '%s refuses a cursor of another client, tenant or read, and one that was changed',
  async (_, operation) => {
    const cursors = await foreignCursors(operation);
    const rows = Object.entries(cursors).map(([name, cursor]) =>
      row(name, operation, { search: `cursor=${encodeURIComponent(cursor)}` }, 400, 'invalid_cursor'),
    );
    const own = await cursorOf(operation, world.owner.token);
    const later = `cursor=${encodeURIComponent(own)}&updatedFrom=2026-01-01T00:00:00Z`;
    await expectAll([...rows, row('another updatedFrom', operation, { search: later }, 400, 'invalid_cursor')]);
    await expectAll([row('its own', operation, { search: `cursor=${encodeURIComponent(own)}` }, 200)]);
  },
);

test.each(paged)('%s asks a client that sees other records since then for a full list', async (_, operation) => {
  const { client, before } = world.changed;
  const changes = { token: client.token, search: `updatedFrom=${encodeURIComponent(before)}` };
  await expectAll([row('an old updatedFrom', operation, changes, 400, 'updated_from_too_old')]);
});

async function cursorOf(operation: Endpoint, token: string): Promise<string> {
  const { body } = await send(world, operation, { token, search: 'pageSize=1' });
  return String((body as { nextCursor: unknown }).nextCursor);
}

async function foreignCursors(operation: Endpoint): Promise<Record<string, string>> {
  const own = await cursorOf(operation, world.owner.token);
  const others = paged.filter(([name]) => name !== operation.operationId);
  const ofOtherReads = others.map(async ([name, other]) => [`of ${name}`, await cursorOf(other, world.owner.token)]);
  return {
    'of a colleague': await cursorOf(operation, world.colleague.token),
    'of another tenant': await cursorOf(operation, world.foreign.client.token),
    ...(Object.fromEntries(await Promise.all(ofOtherReads)) as Record<string, string>),
    shortened: own.slice(0, -1),
    halved: own.slice(0, Math.floor(own.length / 2)),
    'without its beginning': own.slice(1),
    lengthened: `${own}A`,
    changed: `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`,
    nonsense: 'nonsense',
    'no ASCII': 'é',
    'no character': '\u0000',
    long: 'x'.repeat(4_000),
  };
}
