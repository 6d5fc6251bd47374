import { Failure, sentenceOf } from '@rapport/command-line';
import { createClient, type Client } from '@rapport/http-contract/client';
import {
  apiClientContract,
  auditContract,
  cellContract,
  customFieldContract,
  exportContract,
  invoiceContract,
  keyContract,
  operatorsContract,
  peopleContract,
  planContract,
  senderContract,
  subscriptionContract,
  suppressionContract,
  tenantContract,
  tenantViewContract,
  usageContract,
} from '@rapport/subscription-contract';

/** The access to the operators' API of a platform. */
export interface OperatorAccess {
  readonly url: string;
  readonly credential: string;
  /** The addresses of the other processes of the same service. */
  readonly otherUrls?: readonly string[];
}

export const operatorContract = {
  ...tenantContract,
  ...tenantViewContract,
  ...subscriptionContract,
  ...invoiceContract,
  ...planContract,
  ...usageContract,
  ...exportContract,
  ...auditContract,
  ...peopleContract,
  ...apiClientContract,
  ...keyContract,
  ...cellContract,
  ...operatorsContract,
  ...customFieldContract,
  ...senderContract,
  ...suppressionContract,
};

/** The operators' API with one method for each of its operations. */
export type Operator = Client<typeof operatorContract>;

export interface OperatorAnswer {
  readonly status: number;
  readonly body: object | undefined;
}

/** A reason is noted with each change that the client makes. */
export function operatorClient(access: OperatorAccess, reason?: string): Operator {
  const given = reason === undefined ? {} : { 'rapport-reason': encodeURIComponent(reason) };
  return createClient(operatorContract, {
    baseUrl: access.url,
    headers: () => ({ authorization: `Bearer ${access.credential}`, ...given }),
    fetch: (address, request) =>
      fetchFromAny(access, new URL(address instanceof Request ? address.url : address), request),
  });
}

type Done<A extends OperatorAnswer> = NonNullable<Extract<A, { readonly status: 200 | 201 }>['body']>;

/** The body of an answer; a refusal becomes a failure in the words of its problem. */
export function bodyOf<A extends OperatorAnswer>({ status, body }: A): Done<A> {
  if (status >= 300) {
    throw new Failure(refusal(status, body));
  }
  return body as Done<A>;
}

/** A process that refuses the connection has done nothing, so another one is asked; after any other failure none is. */
async function fetchFromAny(
  { url, otherUrls = [] }: OperatorAccess,
  { pathname, search }: URL,
  request: RequestInit | undefined,
): Promise<Response> {
  let failure: unknown;
  for (const origin of new Set([url, ...otherUrls])) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await fetch(`${origin}${pathname}${search}`, { ...request, signal: late.signal });
    } catch (error) {
      failure = error;
      if (!isConnectionRefused(error)) {
        break;
      }
    } finally {
      clearTimeout(timer);
    }
  }
  throw new Failure(`The operators' API does not answer (${reasonOf(failure)}); see ./rapport status.`, {
    cause: failure,
  });
}

/** For the head of an answer; the bytes of a file may take longer. */
const timeoutMs = 30_000;

/** A fetch that fails says only that it failed; its cause says why. */
function reasonOf(failure: unknown): string {
  const reason = failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : sentenceOf(reason);
}

function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function refusal(status: number, body: unknown): string {
  if (typeof body !== 'object' || body === null) {
    return `The operators' API refused with ${status}.`;
  }
  const { detail, errors = {} } = body as { detail?: string; errors?: Record<string, string[]> };
  const wrong = Object.entries(errors).map(([member, messages]) => `${member}: ${messages.join(' ')}`);
  return wrong.length > 0 ? wrong.join(' ') : (detail ?? `The operators' API refused with ${status}.`);
}
