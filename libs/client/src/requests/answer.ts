import { RapportError } from '../rapport-error.ts';

/** The answer to one request, of the platform or of something before it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
}

/** Something between this client and the platform may answer with anything. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: jsonIn(text) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function traceIdOf({ headers }: Answer): string | null {
  return headers.get('traceresponse')?.split('-')[1] ?? null;
}

/** The seconds that the platform asks to wait, in milliseconds. */
export function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers.get('retry-after') ?? '1');
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : 1_000;
}

/** The failure that an answer tells: a problem of the APIs, or an error of the token endpoint. */
export function failureOf(answer: Answer): RapportError {
  const { status } = answer;
  const traceId = traceIdOf(answer);
  const body = answer.body as Problem | null | undefined;
  if (body?.code !== undefined) {
    const { code, detail = '', errors } = body;
    return new RapportError({ code, status, detail, errors, traceId: body.traceId ?? traceId });
  }
  if (body?.error !== undefined) {
    return new RapportError({ code: body.error, status, detail: body.error_description ?? '', traceId });
  }
  return unknownAnswer(answer);
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error?: string;
  readonly error_description?: string;
}

function unknownAnswer(answer: Answer): RapportError {
  const { status, text } = answer;
  const detail =
    status >= 300 && status < 400
      ? `The answer ${status} leads elsewhere, and is not followed, because the token would go there too.`
      : `The answer ${status} is none of the platform: ${text.slice(0, 200)}`;
  return new RapportError({ code: 'unknown_answer', status, detail, traceId: traceIdOf(answer) });
}
