import { WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { readState, removeData } from '@rapport/local-platform';
import { stopEverything } from './down.ts';

export async function reset(isMeant: boolean, terminal: Terminal): Promise<Outcome> {
  if (!isMeant) {
    throw new WrongUse('reset removes all data; if that is meant, say ./rapport reset --yes.');
  }
  const state = await readState();
  if (state === undefined) {
    return { document: {}, text: 'There is no data.' };
  }
  await stopEverything(state, terminal);
  await removeData(state.dataDir);
  return { document: {}, text: `The data in ${state.dataDir} is removed.` };
}
