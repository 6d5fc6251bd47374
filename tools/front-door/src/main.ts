import { obey } from '@rapport/command-line';
import { frontDoor } from './commands.ts';

await obey(await frontDoor(process.argv[2]));
