import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { anyAddress } from './any-address.ts';
import { newEmail, newName } from './tenant.ts';

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
  return new Promise((resolve, reject) => {
    request(
      new URL('/subscription/v1/signups', baseUrl),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        localAddress: from,
        family: 4,
      },
      (received) =>
        void text(received).then(
          (sent) =>
            resolve({
              status: received.statusCode ?? 0,
              headers: received.headers,
              body: JSON.parse(sent) as SignupAnswer['body'],
            }),
          reject,
        ),
    )
      .on('error', reject)
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}
