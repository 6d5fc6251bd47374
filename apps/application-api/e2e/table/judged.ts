import { applicationDocument } from '@rapport/application-contract';
import { ApiDocument, Judge, type OpenApi } from '@rapport/testbed';
import { baseUrl } from '../people.ts';

// The document is made of plain values; this is its form.
export const document = new ApiDocument(applicationDocument() as unknown as OpenApi);
const judge = new Judge(document);

/** Which codes the operations have answered with, as `operation code`. */
export const seen = new Set<string>();

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WrappedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly isSuccess: boolean;
    readonly data: unknown;
    readonly message: string | null;
    readonly errorCode: string | null;
    readonly errors: Readonly<Record<string, string[]>> | null;
    readonly traceId: string;
  };
}

/** Sends a request whose answer must be as the document promises: its status, headers, body and code. */
export async function judged({ method, path, token, body, headers = {} }: Asked): Promise<WrappedAnswer> {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const received = { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(text) };
  const problem = judge.problemOf({ method, target: path }, received);
  if (problem !== undefined) {
    throw new Error(`${method} ${path}: ${problem}: ${text.slice(0, 500)}`);
  }
  // The document has just said that it is a wrapped answer.
  const wrapped = JSON.parse(text) as WrappedAnswer['body'];
  const place = judge.placeOf({ method, target: path });
  if (place.kind === 'operation' && wrapped.errorCode !== null) {
    seen.add(`${place.operation.operationId} ${wrapped.errorCode}`);
  }
  return { status: answer.status, headers: answer.headers, body: wrapped };
}
