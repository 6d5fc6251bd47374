import type { contracts } from '@rapport/application-contract';
import { createClient } from '@rapport/http-contract/client';
import type { companyContracts } from '@rapport/subscription-contract';
import { operations } from '../generated/operations.ts';
import { Failure } from './failure.ts';
import { sendPatiently } from './patience.ts';
import { sendSigned } from './sending.ts';

type People = (typeof contracts)['application-api'];
type Companies = (typeof companyContracts)['subscription-service'];

export type OperationName = keyof typeof operations;

/** The calls of a person who signed in. */
export const api = createClient<People & Companies>(operations, { baseUrl: '', fetch: sendSigned });

/** The calls that every caller may make. */
export const openApi = createClient<Pick<Companies, 'listOfferedPlans' | 'signUp'>>(
  { listOfferedPlans: operations.listOfferedPlans, signUp: operations.signUp },
  { baseUrl: '', fetch: sendPatiently },
);

/** A call whose operation is known when it runs, with bodies as the operation's list describes them. */
export function callOf(name: string): (request?: AnyRequest) => Promise<AnyAnswer> {
  // Each operation has its call, and every answer is one of these.
  return (
    (api as unknown as Readonly<Record<string, (request?: AnyRequest) => Promise<AnyAnswer>>>)[name] ?? unknown(name)
  );
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface AnyAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The data of an answer of the application API. A refusal, and no answer at all, is a failure. */
export async function dataOf<T>(asked: Promise<Wrapped<T>>): Promise<T> {
  const { body } = await answered(asked);
  return (body as { readonly data: T }).data;
}

interface Wrapped<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data: T | null } | undefined;
}

/** The body of an answer of the subscription service. */
export async function bodyOf<A extends AnyAnswer>(asked: Promise<A>): Promise<SuccessOf<A>> {
  const { body } = await answered(asked);
  return body;
}

type SuccessOf<A extends AnyAnswer> = Extract<A, { readonly status: 200 | 201 | 202 | 204 | 206 }>['body'];

/** An answer that is a success. */
export async function answered<A extends AnyAnswer>(asked: Promise<A>): Promise<A> {
  const answer = await asked.catch((error: unknown) => {
    throw error instanceof Failure ? error : new Failure(0, undefined);
  });
  if (answer.status >= 400) {
    const { body } = answer;
    throw new Failure(answer.status, typeof body === 'object' && body !== null ? body : undefined);
  }
  return answer;
}

function unknown(name: string): never {
  throw new Error(`There is no operation ${name}.`);
}
