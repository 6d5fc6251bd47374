import { session } from '../signing-in/session.ts';
import { sendPatiently } from './patience.ts';

/** Sends a request of a person who signed in. A refused token is renewed once, and a busy service is waited for. */
export async function sendSigned(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const first = await session.authorization();
  const answer = await sendPatiently(input, withHeader(init, first));
  if (answer.status !== 401) {
    return answer;
  }
  return sendPatiently(input, withHeader(init, await session.renewed(first)));
}

function withHeader(init: RequestInit, authorization: string): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), authorization } };
}
