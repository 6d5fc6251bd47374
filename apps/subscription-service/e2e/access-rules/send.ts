import { inject } from 'vitest';

const { baseUrl } = inject('platform');

export interface Sent {
  readonly token?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
}

/** Sends a request to the base address. */
export function send(method: string, path: string, { token, json, form }: Sent = {}): Promise<Response> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  };
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  return fetch(new URL(path, baseUrl), { method, headers, ...(body !== undefined && { body }) });
}

interface Refusal {
  readonly code?: string;
  /** The code of the application API. */
  readonly errorCode?: string;
  /** The code of OAuth. */
  readonly error?: string;
}

/** `served`, or the status and the code of the refusal. */
export async function outcomeOf(answer: Response): Promise<string> {
  if (answer.ok) {
    await answer.arrayBuffer();
    return 'served';
  }
  const { code, errorCode, error } = (await answer.json()) as Refusal;
  return `${answer.status} ${code ?? errorCode ?? error}`;
}
