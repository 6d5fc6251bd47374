import { command, type Command } from './cli/command.ts';

/** In a checkout and in an installation alike. */
export const migrateCommands: readonly Command[] = [
  command({
    words: ['migrate', 'status'],
    summary: 'Say which databases are older than this program, and how many tenants.',
    details: 'It changes nothing, and ends with 1 while something is behind.',
    options: {},
    run: async () => (await import('./words/migrate.ts')).showStatus(),
  }),
  command({
    words: ['migrate', 'plan'],
    summary: 'Say what migrate up would apply, file by file.',
    details: 'It changes nothing, and ends with 1 while something is behind.',
    options: {},
    run: async () => (await import('./words/migrate.ts')).showPlan(),
  }),
  command({
    words: ['migrate', 'up'],
    summary: 'Bring control, the cells and all their tenants to the newest schema.',
    details: 'It may be ended at any moment and run again, also beside another one.',
    options: {
      operator: { value: 'NAME', summary: 'an operator who may run the platform from then on' },
      'credential-file': { value: 'FILE', summary: "a file with that operator's credential" },
    },
    run: async (values, terminal) => (await import('./words/migrate.ts')).migrateUp(values, terminal),
  }),
];
