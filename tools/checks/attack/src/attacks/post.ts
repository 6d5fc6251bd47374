import { Caller } from '@rapport/testbed';
import type { Target } from '../attack.ts';

export interface Posted {
  readonly path: string;
  readonly token: 'token' | 'personToken';
  readonly body: Buffer;
}

export function callerOf({ from }: Target, connections: number): Caller {
  return new Caller({ from, connections });
}

/** The status of the answer, or 0 where the connection ended without one. */
export async function post(target: Target, caller: Caller, { path, token, body }: Posted): Promise<number> {
  const headers = { authorization: `Bearer ${target[token]}`, 'content-type': 'application/json' };
  return (await caller.send({ origin: originOf(target), method: 'POST', path, headers, body })).status;
}

export function originOf({ host, port }: Target): string {
  return `http://${host}:${port}`;
}
