import { command, type Command } from '@rapport/command-line';
import type { Here } from './migrate.ts';

export type { Here };

const tenant = { value: 'N', summary: 'the number of one tenant, which is meant alone' } as const;

/** The words that bring databases to the newest schema: those that variables name, else those that are here. */
export function migrateCommands(here?: Here): readonly Command[] {
  return [
    command({
      words: ['migrate', 'status'],
      summary: 'Say which databases are older than this program, how many tenants, and which could not be migrated.',
      details: 'It changes nothing, and ends with 1 while something is behind.',
      options: { tenant },
      run: async (values) => (await import('./migrate.ts')).showStatus(here, values),
    }),
    command({
      words: ['migrate', 'plan'],
      summary: 'Say what migrate up would apply, file by file.',
      details: 'It changes nothing, and ends with 1 while something is behind.',
      options: { tenant },
      run: async (values) => (await import('./migrate.ts')).showPlan(here, values),
    }),
    command({
      words: ['migrate', 'up'],
      summary: 'Bring control, the cells and all their tenants to the newest schema.',
      details:
        'It may be ended at any moment and run again, also beside another one. A tenant that fails is noted, and the others\ngo on until ten of a cell have failed. It ends with 1 while something is behind.',
      options: {
        tenant,
        parallel: { value: 'N', initial: '4', summary: 'how many tenants of each cell are migrated at a time' },
        'failed-max': { value: 'N', initial: '0', summary: 'end with 0 while no more tenants than this are behind' },
        operator: { value: 'NAME', summary: 'an operator who may run the platform from then on' },
        'credential-file': { value: 'FILE', summary: "a file with that operator's credential" },
      },
      run: async (values, terminal) => (await import('./migrate.ts')).migrateUp(here, values, terminal),
    }),
  ];
}
