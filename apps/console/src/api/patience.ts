import { reachability } from './reachability.ts';

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
