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

/** The time that an answer asks to wait, in seconds or as a date; a second where it asks for none. */
export function retryAfterMs({ headers }: Answer): number {
  const text = headers.get('retry-after') ?? '';
  const ms = Number(text) * 1_000 || Date.parse(text) - Date.now();
  return ms > 0 ? ms : 1_000;
}

/** The failure that an answer tells: a problem of the APIs, or an error of the token endpoint. It quotes no secret. */
export function failureOf(answer: Answer, secret?: string): RapportError {
  const { status } = answer;
  const traceId = traceIdOf(answer);
  const body = answer.body as Problem | null | undefined;
  if (typeof body?.code === 'string') {
    const { code, detail = '', errors } = body;
    return new RapportError({ code, status, detail, errors, traceId: body.traceId ?? traceId });
  }
  if (typeof body?.error === 'string') {
    return new RapportError({ code: body.error, status, detail: body.error_description ?? '', traceId });
  }
  return unknownAnswer(answer, secret);
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error?: string;
  readonly error_description?: string;
}

function unknownAnswer(answer: Answer, secret = ''): RapportError {
  const { status } = answer;
  const unissued = answer.text.replaceAll(/("access_token"\s*:\s*")[^"]*/g, '$1...');
  const text = secret === '' ? unissued : unissued.replaceAll(secret, '...');
  const detail =
    status >= 300 && status < 400
      ? `The answer ${status} leads elsewhere, and is not followed, because the token would go there too.`
      : `The answer ${status} is none of the platform: ${text.slice(0, 200)}`;
  return new RapportError({ code: 'unknown_answer', status, detail, traceId: traceIdOf(answer) });
}
