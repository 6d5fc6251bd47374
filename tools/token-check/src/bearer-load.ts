import { codeOf } from '@rapport/testbed';
import { ReplicaLoad, type Answer } from './replica-load.ts';

/** Requests with one token, to each replica of the public API. */
export class BearerLoad extends ReplicaLoad {
  constructor(replicas: readonly string[], token: string) {
    super(replicas, (replica) => read(replica, token));
  }
}

async function read(replica: string, token: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${replica}/api/v1/customers?pageSize=1`, {
    headers,
    signal: AbortSignal.timeout(answerMs),
  });
  return { status: answer.status, code: codeOf(await answer.json()) };
}

const answerMs = 5_000;
