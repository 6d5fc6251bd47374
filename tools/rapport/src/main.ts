import { obey } from './cli/obey.ts';
import { commands } from './commands.ts';

await obey(commands);
