import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const [{ obey }, { installedCommands }] = await Promise.all([import('../cli/obey.ts'), import('./commands.ts')]);
await obey(installedCommands);
