import { migrate } from '../migrating/migrate.ts';

/** A process that migrates, so that a test can kill it in the middle. */
const [controlUrl = '', cellUrl = '', folder = ''] = process.argv.slice(2);
await migrate({ controlUrl, cells: { cell: cellUrl }, folder, log: (line) => console.log(line) });
