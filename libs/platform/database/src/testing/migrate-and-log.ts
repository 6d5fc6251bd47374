import { migrate } from '../migrating/migrate.ts';

/** A process that migrates, so that a test can kill it in the middle. */
const [controlUrl = '', cells = '{}', folder = ''] = process.argv.slice(2);
await migrate({
  controlUrl,
  cells: JSON.parse(cells) as Record<string, string>,
  folder,
  log: (line) => console.log(line),
});
