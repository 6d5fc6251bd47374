import { spawnSync } from 'node:child_process';
import type { CommandLine } from '../processes/command-line.ts';

const wrappers: readonly CommandLine[] = [
  // In a user namespace of its own the process is an ordinary user, while its files stay those of root.
  ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
];

let chosen: CommandLine | undefined;

/** The command as another user, for servers that refuse root. It is unchanged where this process is not root. */
export function unprivileged(command: CommandLine): CommandLine {
  if (process.getuid?.() !== 0) {
    return command;
  }
  chosen ??= wrappers.find(([wrapper, ...options]) => spawnSync(wrapper, [...options, 'true']).status === 0);
  if (chosen === undefined) {
    throw new Error('PostgreSQL refuses to run as root, and neither unshare nor setpriv can start it as another user.');
  }
  return [...chosen, ...command] as const;
}

/** The user that owns the server's files, or undefined where `unprivileged` does not change the user on the disk. */
export function ownerOfFiles(): number | undefined {
  return chosen?.[0] === 'setpriv' ? 65_534 : undefined;
}
