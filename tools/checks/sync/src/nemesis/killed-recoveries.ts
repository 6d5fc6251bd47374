import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Tap } from '@rapport/database/testing';
import type { OwnersAccess } from '@rapport/installation';
import { projectRoot } from '@rapport/local-platform';

/**
 * Runs the program that recovers a cell again and again. It is killed before the first thing that it sends to a
 * database, then before the second, and so on, until a run comes to its end. Gives the number of runs that were killed.
 * Where runs find something done, the later steps come sooner, so a second time it is killed at those that it has jumped over.
 */
export async function recoverKilledAtEachStep(access: OwnersAccess, cell: string): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    let sent = 0;
    if ((await recoverByProgram(access, cell, () => (sent += 1) <= killed)) === 'ended') {
      return killed;
    }
  }
}

/** Runs the program once, and kills it at the first thing that may not pass. */
async function recoverByProgram(
  { controlUrl, cells }: OwnersAccess,
  cell: string,
  passes: () => boolean,
): Promise<'ended' | 'killed'> {
  const passesOrKills = (): boolean => {
    const passed = passes();
    if (!passed) {
      program.kill('SIGKILL');
    }
    return passed;
  };
  const control = await Tap.open(controlUrl, passesOrKills);
  const own = await Tap.open(cells[cell] ?? '', passesOrKills);
  const env = {
    ...process.env,
    CONTROL_DATABASE_URL: control.url,
    CELL_DATABASE_URLS: JSON.stringify({ ...cells, [cell]: own.url }),
  };
  const program = spawn(process.execPath, [programFile, 'recover', '--cell', cell], { env });
  let said = '';
  program.stdout.resume();
  program.stderr.on('data', (text: Buffer) => (said += text.toString()));
  try {
    const [code, signal] = (await once(program, 'close')) as [number | null, NodeJS.Signals | null];
    if (signal !== 'SIGKILL' && code !== 0) {
      throw new Error(`the recovery of ${cell} ended with ${code ?? signal}: ${said}`);
    }
    return signal === 'SIGKILL' ? 'killed' : 'ended';
  } finally {
    await Promise.all([control.close(), own.close()]);
  }
}

const programFile = join(projectRoot, 'apps', 'rapport', 'src', 'main.ts');
