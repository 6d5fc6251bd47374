import { join } from 'node:path';
import { runProgram } from '../cluster/run-program.ts';
import type { Scene } from '../scene.ts';
import { Skipped } from '../step.ts';

interface NodeObject {
  readonly status: { readonly addresses: readonly { readonly type: string; readonly address: string }[] };
}

/** What came for the guesses of one caller. */
export interface Guesses {
  readonly caller: string;
  readonly refused: number;
  readonly limited: number;
}

/** Each address has thirty wrong guesses a minute, whatever it says of itself. */
export async function callersOutside({ cluster, options, entrance }: Scene): Promise<string> {
  const [command, ...words] = options.outside;
  if (command === undefined) {
    throw new Skipped('--outside would name a command for callers from outside');
  }
  const nodes = await cluster.list<NodeObject>('nodes');
  const node = nodes.flatMap(({ status }) => status.addresses).find(({ type }) => type === 'InternalIP');
  const url = `http://${node?.address ?? ''}:${entrance.port}`;
  const program = join(import.meta.dirname, '..', 'outside', 'main.ts');
  const text = await runProgram(command, [...words, process.execPath, program, url], { signal: cluster.signal });
  const callers = JSON.parse(text) as readonly Guesses[];
  const seen = callers.map(({ caller, refused, limited }) => `${caller} ${refused} x 401, ${limited} x 429`).join('; ');
  if (callers.length < 2 || callers.some(({ refused, limited }) => refused !== 30 || limited === 0)) {
    throw new Error(`Two callers with forged addresses should have 30 guesses each: ${seen}`);
  }
  return `with forged addresses ${seen}`;
}
