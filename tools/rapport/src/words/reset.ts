import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongUse } from '../cli/failure.ts';
import type { Outcome, Terminal } from '../cli/terminal.ts';
import { readState } from '../state-file.ts';
import { stopEverything } from './down.ts';

/** What `up` makes in a data folder. Whatever else someone keeps there stays. */
const ours = ['postgres', 'redis', 'secrets', 'logs', 'operator.json', 'demo.json'];

export async function reset(isMeant: boolean, terminal: Terminal): Promise<Outcome> {
  if (!isMeant) throw new WrongUse('reset removes all data; if that is meant, say ./rapport reset --yes.');
  const state = await readState();
  if (state === undefined) return { document: {}, text: 'There is no data.' };
  await stopEverything(state, terminal);
  await Promise.all(ours.map((name) => rm(join(state.dataDir, name), { recursive: true, force: true })));
  const rest = await readdir(state.dataDir).catch(() => undefined);
  if (rest?.length === 0) await rmdir(state.dataDir);
  return { document: {}, text: `The data in ${state.dataDir} is removed.` };
}
