import { PassThrough } from 'node:stream';
import { Failure } from '@rapport/command-line';
import { expect, test } from 'vitest';
import type { Operator } from '../operators/operator-client.ts';
import { askForName } from './ask-for-name.ts';

const tenantId = '01890000-0000-7000-8000-000000000000';

test('a tenant is named with what it loses, and its name alone goes on', async () => {
  const { said } = await ask('Acme', 'Acme\n');
  expect(said).toContain(`Acme (${tenantId}, in cell) goes with all its data`);
  await expect(ask('Acme', 'acme ltd\n')).rejects.toThrow(new Failure('That is not its name; nothing was deleted.'));
});

test('a tenant that is deleted has no name to ask for', async () => {
  expect((await ask(null, '')).said).toBe('');
});

async function ask(organisationName: string | null, typed: string) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  stdin.write(typed);
  const operator = { getTenant: async () => ({ status: 200, body: { organisationName, cell: 'cell' } }) };
  await askForName(operator as unknown as Operator, tenantId, { stdin, stderr });
  return { said: String(stderr.read() ?? '') };
}
