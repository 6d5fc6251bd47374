import type { Outcome, Terminal } from '@rapport/command-line';
import { stopProcess } from '@rapport/local-servers/processes';
import { isSupervised, readState, type StateFile, stopLeftovers, writeState } from '@rapport/local-platform';

/** Longer than a drain and the stop of every server after it. */
const supervisorStopMs = 45_000;

export async function down(terminal: Terminal): Promise<Outcome> {
  const state = await readState();
  if (state === undefined) {
    return { document: {}, text: 'Nothing is running.' };
  }
  const hadSomething = await stopEverything(state, terminal);
  return { document: {}, text: hadSomething ? 'Everything is stopped; the data stays.' : 'Nothing is running.' };
}

/** Stops the supervisor, which stops the rest, and then every process that a killed supervisor has left. */
export async function stopEverything(state: StateFile, terminal: Terminal): Promise<boolean> {
  const wasSupervised = isSupervised(state);
  if (wasSupervised) {
    terminal.say('Stopping the services, then the servers.');
    await stopProcess(state.supervisor, [{ signal: 'SIGTERM', waitMs: supervisorStopMs }]);
  }
  const latest = (await readState()) ?? state;
  const left = (await stopLeftovers(state)) + (await stopLeftovers(latest));
  await writeState({ ...latest, state: 'stopped', supervisor: null, services: [], servers: [] });
  return wasSupervised || left > 0;
}
