import { spawnSync } from 'node:child_process';
import type { CommandLine } from './command-line.ts';

let isPossible: boolean | undefined;

/** The command, which ends with its starter, even by kill -9. It is unchanged where setpriv is missing. */
export function boundToStarter(signal: 'INT' | 'TERM', command: CommandLine): CommandLine {
  isPossible ??= spawnSync('setpriv', ['--pdeathsig', signal, 'true']).status === 0;
  return isPossible ? ['setpriv', '--pdeathsig', signal, ...command] : command;
}
