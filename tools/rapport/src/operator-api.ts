import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './cli/failure.ts';

export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: readonly (string | boolean | undefined)[];
  readonly body?: object;
}

/** How the operators' API is reached; kept in the data folder, readable for its owner alone. */
export interface OperatorAccess {
  readonly url: string;
  readonly credential: string;
}

const timeoutMs = 30_000;

export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator.json');
}

export async function operatorAccess(dataDir: string): Promise<OperatorAccess> {
  try {
    return JSON.parse(await readFile(operatorFile(dataDir), 'utf8')) as OperatorAccess;
  } catch {
    throw new Failure(`There is no operator's credential in ${dataDir}; run ./rapport up first.`);
  }
}

/** Sends one request to the operators' API; a refusal becomes a failure in the words of its problem. */
export async function askOperatorApi(access: OperatorAccess, { method, path, body }: OperatorRequest): Promise<object> {
  const url = `${access.url}/subscription/v1/operator/${path.map((part) => encodeURIComponent(String(part))).join('/')}`;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${access.credential}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new Failure("The operators' API does not answer; see ./rapport status.");
  }
  const text = await answer.text();
  if (!answer.ok) throw new Failure(refusal(answer.status, text));
  return text === '' ? {} : (JSON.parse(text) as object);
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
