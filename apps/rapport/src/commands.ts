import { command, Failure, obey, type Command } from '@rapport/command-line';
import { adminCommands } from './admin/admin-commands.ts';
import { migrateCommands } from './migrating/migrate-commands.ts';
import { recoverCommands } from './recovering/recover-commands.ts';

/** Runs the program in the image, in jobs and pods of an installation. Its settings are variables. */
export async function rapport(): Promise<void> {
  await obey({
    introduction: 'Rapport inside of an installation, whose addresses and secrets stand in the environment.',
    sections: [
      { title: 'To run a platform', commands: platformCommands },
      { title: 'To look after its tenants', commands: adminCommands(notHere) },
    ],
  });
}

const platformCommands: readonly Command[] = [
  command({
    words: ['secrets'],
    summary: 'Make the secrets of an installation that are absent, in a Secret of this namespace.',
    details:
      'It runs in a pod whose service account may read, make and change that Secret. What is there stays as it is.',
    options: { secret: { value: 'NAME', required: true, summary: 'the name of the Secret' } },
    run: async ({ secret }) => (await import('./installing/secrets.ts')).makeSecrets(secret),
  }),
  command({
    words: ['prepare'],
    summary: 'Make the roles and the empty databases, on each server that the addresses of the databases name.',
    details: 'A second time it changes nothing but the passwords of the roles.',
    options: { print: { summary: 'print the SQL for an administrator who runs psql, and do nothing' } },
    run: async ({ print }) => (await import('./installing/prepare.ts')).prepare(print),
  }),
  ...migrateCommands(),
  ...recoverCommands(),
  command({
    words: ['operator', 'create'],
    summary: 'Make a credential of an operator valid, in the database itself.',
    details: 'Where no file names a credential, a new one is made and printed, this once.',
    options: {
      name: { value: 'NAME', required: true, summary: 'who it is, as the audit shows it' },
      'credential-file': { value: 'FILE', summary: 'a file with the credential' },
    },
    run: async (values) =>
      (await import('./installing/operators.ts')).createOperator(values.name, values['credential-file']),
  }),
  command({
    words: ['operator', 'revoke'],
    summary: 'End the credential of an operator at once.',
    options: { name: { value: 'NAME', required: true, summary: 'who it is' } },
    run: async ({ name }) => (await import('./installing/operators.ts')).revokeOperator(name),
  }),
  command({
    words: ['operator', 'list'],
    summary: 'List the operators.',
    options: {},
    run: async () => (await import('./installing/operators.ts')).listOperators(),
  }),
  command({
    words: ['smoke'],
    summary: 'Ask every service through the base address for what shows that it works. It leaves nothing behind.',
    options: { url: { value: 'URL', required: true, summary: 'the base address, as this process reaches it' } },
    run: async ({ url }, terminal) => (await import('./installing/smoke.ts')).smoke(url, terminal),
  }),
];

function notHere(): never {
  throw new Failure(
    'Name a platform with --operator-url and --credential-file, or run this in a pod of the subscription service.',
  );
}
