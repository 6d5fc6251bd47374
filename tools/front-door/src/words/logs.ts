import { setTimeout as delay } from 'node:timers/promises';
import { Failure, program, type Outcome, type Terminal } from '@rapport/command-line';
import { lineText, type LogReader, logReaders, readState } from '@rapport/local-platform';

interface LogsValues {
  readonly SERVICE: string | undefined;
  readonly follow: boolean;
  readonly trace: string | undefined;
}

const linesMax = 200;
const pollMs = 300;

/** The newest lines of all logs by their times, or of a trace all that are kept. */
export async function logs({ SERVICE: service, follow, trace }: LogsValues, terminal: Terminal): Promise<Outcome> {
  const state = await readState();
  if (state === undefined) {
    throw new Failure(`There are no logs: Rapport was never up here; start it with ${program} up.`);
  }
  const readers = await logReaders(state.dataDir, service);
  const isAsked = (line: string): boolean => trace === undefined || line.includes(trace);
  const all = (await Promise.all(readers.map((reader) => reader.kept()))).flat().filter(({ text }) => isAsked(text));
  const newest = all.toSorted((one, other) => (one.time < other.time ? -1 : 1));
  const shown = (trace === undefined ? newest.slice(-linesMax) : newest).map(({ text }) => text);
  if (!follow) {
    return { document: { lines: shown }, text: shown.length === 0 ? nothingOf(trace) : shown.map(lineText).join('\n') };
  }
  shown.forEach((line) => terminal.say(lineText(line)));
  return { document: {}, until: followAll(readers, (line) => isAsked(line) && terminal.say(lineText(line))) };
}

function nothingOf(trace: string | undefined): string {
  return trace === undefined ? 'Nothing is logged yet.' : `No line that is kept is of the trace ${trace}.`;
}

async function followAll(readers: readonly LogReader[], say: (line: string) => unknown): Promise<never> {
  for (;;) {
    for (const reader of readers) {
      (await reader.added()).forEach(say);
    }
    await delay(pollMs);
  }
}
