import { join } from 'node:path';
import { Failure } from './cli/failure.ts';
import { readWhole } from './state-file.ts';

export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: readonly (string | boolean | undefined)[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** For a list that comes in pages: the answer's member, and the member of its items after which the next page begins. */
  readonly pages?: { readonly list: string; readonly id: string };
}

/** How the operators' API is reached; kept in the data folder, readable for its owner alone. */
export interface OperatorAccess {
  readonly url: string;
  readonly credential: string;
  /** Where other processes of the same service answer. */
  readonly otherUrls?: readonly string[];
}

const timeoutMs = 30_000;

export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

export async function operatorAccess(dataDir: string): Promise<OperatorAccess> {
  const access = await readWhole<OperatorAccess>(operatorFile(dataDir));
  if (access === undefined) {
    throw new Failure(`There is no operator's credential in ${dataDir}; run ./rapport up first.`);
  }
  return access;
}

/** Asks the operators' API, for a list until its end; a refusal becomes a failure in the words of its problem. */
export async function askOperatorApi(access: OperatorAccess, request: OperatorRequest): Promise<object> {
  const { pages } = request;
  if (pages === undefined) {
    return send(access, request);
  }
  const all: Record<string, string>[] = [];
  for (;;) {
    const after = all.at(-1)?.[pages.id];
    const page: Record<string, Record<string, string>[]> = await send(access, request, after);
    const items = page[pages.list] ?? [];
    if (items.length === 0) {
      return { [pages.list]: all };
    }
    all.push(...items);
  }
}

async function send<A extends object>(
  access: OperatorAccess,
  { method, path, query = {}, body }: OperatorRequest,
  after?: string,
): Promise<A> {
  const place = path.map((part) => encodeURIComponent(String(part))).join('/');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after })) {
    if (value !== undefined) {
      search.set(name, String(value));
    }
  }
  const target = `/subscription/v1/operator/${place}${search.size === 0 ? '' : `?${search.toString()}`}`;
  const answer = await fetchFromAny(access, target, {
    method,
    headers: { authorization: `Bearer ${access.credential}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Failure(refusal(answer.status, text));
  }
  // The operators' API keeps to its contract.
  return JSON.parse(text === '' ? '{}' : text) as A;
}

/** A process that refuses the connection has done nothing, so another one is asked; after any other failure none is. */
async function fetchFromAny(
  { url, otherUrls = [] }: OperatorAccess,
  target: string,
  request: RequestInit,
): Promise<Response> {
  for (const origin of new Set([url, ...otherUrls])) {
    try {
      return await fetch(`${origin}${target}`, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (!isConnectionRefused(error)) {
        break;
      }
    }
  }
  throw new Failure("The operators' API does not answer; see ./rapport status.");
}

function isConnectionRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function refusal(status: number, text: string): string {
  try {
    const problem = JSON.parse(text) as { detail?: string; errors?: Record<string, string[]>; traceId?: string };
    const errors = Object.entries(problem.errors ?? {}).map(([member, messages]) => `${member}: ${messages.join(' ')}`);
    return [...(errors.length > 0 ? errors : [problem.detail ?? `It was refused with ${status}.`])].join(' ');
  } catch {
    return `The operators' API refused with ${status}.`;
  }
}
