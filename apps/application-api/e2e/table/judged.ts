import { applicationDocument } from '@rapport/application-contract';
import { ApiDocument, Judge, type OpenApi } from '@rapport/testbed';
import { baseUrl } from '../people.ts';

// The document is made of plain values; this is its form.
export const document = new ApiDocument(applicationDocument() as unknown as OpenApi);
const judge = new Judge(document);

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface AnswerText {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
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
export async function judged(asked: Asked): Promise<WrappedAnswer> {
  const { text, ...answer } = await judgedText(asked);
  // The document has just said that it is a wrapped answer.
  const body = JSON.parse(text) as WrappedAnswer['body'];
  return { ...answer, body };
}

/** Sends a request likewise, whose answer is looked at as a text, or has none. */
export async function judgedText({ method, path, token, body, headers = {} }: Asked): Promise<AnswerText> {
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
  return { status: answer.status, headers: answer.headers, text };
}
