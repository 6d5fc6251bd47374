import { RapportError } from '../rapport-error.ts';

/** The answer to one request, of the platform or of something before it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
  /** A text that was sent, and that no failure quotes. */
  readonly secret: string | undefined;
}

/** Something between this client and the platform may answer with anything. */
export async function answerOf(response: Response, secret: string | undefined): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: jsonIn(text), secret };
}

/** Whether the body of an answer is an object with these members. */
export function holding(...names: readonly string[]): (body: unknown) => boolean {
  return (body) => typeof body === 'object' && body !== null && names.every((name) => name in body);
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
export function failureOf(answer: Answer): RapportError {
  const { status } = answer;
  const traceId = traceIdOf(answer);
  const text = withoutSecrets(answer);
  const body = (status < 400 ? undefined : jsonIn(text)) as Problem | null | undefined;
  if (typeof body?.code === 'string') {
    const { code, detail = '', errors } = body;
    return new RapportError({ code, status, detail, errors, traceId: body.traceId ?? traceId });
  }
  if (typeof body?.error === 'string') {
    return new RapportError({ code: body.error, status, detail: body.error_description ?? '', traceId });
  }
  return unknownAnswer(answer, text);
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error?: string;
  readonly error_description?: string;
}

function withoutSecrets({ text, secret = '' }: Answer): string {
  const unissued = text.replaceAll(/("access_token"\s*:\s*")[^"]*/g, '$1...');
  return secret === '' ? unissued : unissued.replaceAll(secret, '...');
}

function unknownAnswer(answer: Answer, text: string): RapportError {
  const { status } = answer;
  const detail =
    status >= 300 && status < 400
      ? `The answer ${status} leads elsewhere, and is not followed, because the token would go there too.`
      : `The answer ${status} is none of the platform: ${text.slice(0, 200)}`;
  return new RapportError({ code: 'unknown_answer', status, detail, traceId: traceIdOf(answer) });
}
