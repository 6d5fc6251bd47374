import { obey } from './cli/obey.ts';
import { allCommands, commands } from './commands.ts';

const first = process.argv[2];
await obey(commands.some(({ words }) => words[0] === first) ? commands : await allCommands());
