import { anyAddress } from './any-address.ts';
import { newEmail, newName } from './tenant.ts';
import { Caller } from './traffic/caller.ts';

/** A company, as it describes itself. */
export interface SignupBody {
  readonly organisationName: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly password: string;
  readonly planCode: string;
}

export interface SignupAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export function newSignup(more: Partial<SignupBody> = {}): SignupBody {
  const person = { ownerEmail: newEmail(), ownerName: 'An Owner', password: 'Twelve grey herons at noon' };
  return { organisationName: newName(), planCode: 'professional', ...person, ...more };
}

/** Sign-ups are counted by the caller's address, so each comes from another one unless it is given. */
export async function postSignup(
  baseUrl: string,
  body: unknown,
  { headers = {}, from = anyAddress() }: { headers?: Record<string, string>; from?: string } = {},
): Promise<SignupAnswer> {
  const caller = new Caller({ from, isKept: false });
  const { status, ...answer } = await caller.send({
    ...{ origin: baseUrl, method: 'POST', path: '/subscription/v1/signups' },
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (status === 0) {
    throw new Error(answer.text);
  }
  return { status, headers: answer.headers, body: JSON.parse(answer.text) as SignupAnswer['body'] };
}
