import pg from 'pg';
import { expect, test } from 'vitest';
import { NoConnection } from '../failures.ts';
import { RolePassword, type FormerPassword } from './role-password.ts';

const cause = Object.assign(new pg.DatabaseError('password authentication failed', 1, 'error'), { code: '28P01' });
const refusal = new NoConnection('connect', 'no connection to PostgreSQL', cause);
/** The driver refuses an empty password by itself. */
const emptiness = new Error('client password must be a non-empty string');

/** A process that came in at both servers. */
async function cameIn(): Promise<{
  readonly known: Record<'control' | 'cell', string>;
  readonly warnings: readonly FormerPassword[];
  readonly write: (password: string | undefined) => void;
  readonly open: () => Promise<string[]>;
}> {
  const known = { control: 'former', cell: 'former' };
  let current: string | undefined = 'former';
  const password = new RolePassword(() => current);
  const warnings: FormerPassword[] = [];
  const openAt = (server: 'control' | 'cell') =>
    password.open(
      server,
      (given) =>
        given === known[server] ? Promise.resolve(given) : Promise.reject(given === '' ? emptiness : refusal),
      (warning) => warnings.push(warning),
    );
  const open = async () => [await openAt('control'), await openAt('cell')];
  await open();
  return { known, warnings, write: (given) => (current = given), open };
}

test('a server that learns a new password after another one is reached with the former one until then', async () => {
  const { known, warnings, write, open } = await cameIn();
  write('next');
  known.control = 'next';
  expect(await open()).toEqual(['next', 'former']);
  expect(warnings).toMatchObject([{ name: 'FormerPassword', cause: refusal }]);
  known.cell = 'next';
  expect(await open()).toEqual(['next', 'next']);
});

test('a file that is away for a moment keeps no process out that came in before', async () => {
  const { write, open } = await cameIn();
  write(undefined);
  expect(await open()).toEqual(['former', 'former']);
});
