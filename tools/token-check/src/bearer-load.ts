import { codeOf } from '@rapport/testbed';
import { ReplicaLoad, type Answer } from './replica-load.ts';

/** The replicas of an API, and an address of it that a good token opens. */
export interface AskedApi {
  readonly replicas: readonly string[];
  readonly path: string;
}

/** Requests with one token, to each replica of an API. */
export class BearerLoad extends ReplicaLoad {
  constructor({ replicas, path }: AskedApi, token: string) {
    super(replicas, (replica) => read(`${replica}${path}`, token));
  }
}

async function read(address: string, token: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(address, {
    headers,
    signal: AbortSignal.timeout(answerMs),
  });
  return { status: answer.status, code: codeOf(await answer.json()) };
}

const answerMs = 5_000;
