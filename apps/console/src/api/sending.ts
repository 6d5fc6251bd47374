import { session } from '../signing-in/session.ts';
import { reachability } from './reachability.ts';

/** Sends a request of a person who signed in. A refused token is renewed once, and a busy service is waited for. */
export async function sendSigned(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const first = await session.authorization();
  const answer = await sendPatiently(input, withHeader(init, first));
  if (answer.status !== 401) {
    return answer;
  }
  return sendPatiently(input, withHeader(init, await session.renewed(first)));
}

/**
 * Repeats a request that a service was too busy to take, in its own time; each repetition is the same to the service. A
 * person hears of a limit that lasts longer than a minute.
 */
export async function sendPatiently(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(input, init);
    const pause = pauseMs(answer, attempt);
    if ((answer.status !== 429 && answer.status !== 503) || attempt === attemptsMax || pause > pauseMaxMs) {
      reachability.set('reached');
      return answer;
    }
    reachability.set('waiting');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const attemptsMax = 5;
const pauseMaxMs = 60_000;

async function sendOnce(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    reachability.set('offline');
    throw error;
  }
}

function pauseMs({ headers }: Response, attempt: number): number {
  const seconds = Number(headers.get('retry-after') ?? attempt);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : 1_000;
}

function withHeader(init: RequestInit, authorization: string): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), authorization } };
}
