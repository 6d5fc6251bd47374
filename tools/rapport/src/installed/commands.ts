import { command, type Command } from '../cli/command.ts';
import { Failure } from '../cli/failure.ts';
import { migrateCommands } from '../migrate-commands.ts';
import { adminCommands } from '../words/admin/admin-commands.ts';

/** The words of the program in the image, which runs in jobs and pods of an installation. Their settings are variables. */
export const installedCommands: readonly Command[] = [
  command({
    words: ['secrets'],
    summary: 'Make the secrets of an installation that are absent, in a Secret of this namespace.',
    details:
      'It runs in a pod whose service account may read, make and change that Secret. What is there stays as it is.',
    options: { secret: { value: 'NAME', required: true, summary: 'the name of the Secret' } },
    run: async ({ secret }) => (await import('./secrets.ts')).makeSecrets(secret),
  }),
  command({
    words: ['prepare'],
    summary: 'Make the roles and the empty databases, on each server that the addresses of the databases name.',
    details: 'A second time it changes nothing but the passwords of the roles.',
    options: { print: { summary: 'print the SQL for an administrator who runs psql, and do nothing' } },
    run: async ({ print }) => (await import('./prepare.ts')).prepare(print),
  }),
  ...migrateCommands,
  command({
    words: ['operator', 'create'],
    summary: 'Make a credential of an operator valid, in the database itself.',
    details: 'Where no file names a credential, a new one is made and printed, this once.',
    options: {
      name: { value: 'NAME', required: true, summary: 'who it is, as the audit shows it' },
      'credential-file': { value: 'FILE', summary: 'a file with the credential' },
    },
    run: async (values) => (await import('./operators.ts')).createOperator(values.name, values['credential-file']),
  }),
  command({
    words: ['operator', 'revoke'],
    summary: 'End the credential of an operator at once.',
    options: { name: { value: 'NAME', required: true, summary: 'who it is' } },
    run: async ({ name }) => (await import('./operators.ts')).revokeOperator(name),
  }),
  command({
    words: ['operator', 'list'],
    summary: 'List the operators.',
    options: {},
    run: async () => (await import('./operators.ts')).listOperators(),
  }),
  command({
    words: ['smoke'],
    summary: 'Ask every service through the base address for what shows that it works. It leaves nothing behind.',
    options: { url: { value: 'URL', required: true, summary: 'the base address, as this process reaches it' } },
    run: async ({ url }, terminal) => (await import('./smoke.ts')).smoke(url, terminal),
  }),
  ...adminCommands(() => {
    throw new Failure(
      'Name a platform with --operator-url and --credential-file, or run this in a pod of the subscription service.',
    );
  }),
];
