import { inject } from 'vitest';

export interface RawRequest {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The address of one process; the platform's own where it is left out. */
  readonly baseUrl?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Sends a request that the typed client cannot send. */
export async function raw(method: string, path: string, request: RawRequest = {}): Promise<RawAnswer> {
  const { token, headers = {}, body, baseUrl = inject('platform').baseUrl } = request;
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { ...authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}

/** Sends a JSON text as it stands. */
export function rawJson(
  method: string,
  path: string,
  token: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return raw(method, path, { token, body, headers: { 'content-type': 'application/json', ...headers } });
}
