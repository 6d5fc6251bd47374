import { command, type Command } from '@rapport/command-line';
import type { Here } from '../migrating/migrate.ts';

/** The word behind a restored backup, for the databases that variables name, else those that are here. */
export function recoverCommands(here?: Here): readonly Command[] {
  return [
    command({
      words: ['recover'],
      summary: 'Make control or a cell that was brought back to an earlier moment safe for clients that synchronise.',
      details:
        'It may be ended at any moment and run again. The tenants of the cell are refused until it is through, and each of\ntheir clients is then asked once to list in full. Control comes before its cells.',
      options: {
        cell: { value: 'NAME', summary: 'the cell that was brought back' },
        control: { summary: 'control was brought back' },
        'last-invoice': { value: 'N', initial: '0', summary: 'the highest number of an invoice that a mail has named' },
      },
      run: async (values, terminal) => (await import('./recover.ts')).recover(here, values, terminal),
    }),
  ];
}
