import { command, type Command } from '@rapport/command-line';
import type { Here } from './migrate.ts';

/** The words that bring databases to the newest schema: those that variables name, else those that are here. */
export function migrateCommands(here?: Here): readonly Command[] {
  return [
    command({
      words: ['migrate', 'status'],
      summary: 'Say which databases are older than this program, and how many tenants.',
      details: 'It changes nothing, and ends with 1 while something is behind.',
      options: {},
      run: async () => (await import('./migrate.ts')).showStatus(here),
    }),
    command({
      words: ['migrate', 'plan'],
      summary: 'Say what migrate up would apply, file by file.',
      details: 'It changes nothing, and ends with 1 while something is behind.',
      options: {},
      run: async () => (await import('./migrate.ts')).showPlan(here),
    }),
    command({
      words: ['migrate', 'up'],
      summary: 'Bring control, the cells and all their tenants to the newest schema.',
      details: 'It may be ended at any moment and run again, also beside another one.',
      options: {
        operator: { value: 'NAME', summary: 'an operator who may run the platform from then on' },
        'credential-file': { value: 'FILE', summary: "a file with that operator's credential" },
      },
      run: async (values, terminal) => (await import('./migrate.ts')).migrateUp(here, values, terminal),
    }),
  ];
}
