interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type BodyOf<A extends Answer, S extends A['status']> = NonNullable<Extract<A, { readonly status: S }>['body']>;

/** The body of an answer that must have this status. */
export function done<A extends Answer, S extends A['status']>(answer: A, status: S): BodyOf<A, S> {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body as BodyOf<A, S>;
}

/** The code of a problem or of a wrapped failure; undefined where the body is neither. */
export function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) {
    return undefined;
  }
  const { code, errorCode } = body as { code?: unknown; errorCode?: unknown };
  return typeof code === 'string' ? code : typeof errorCode === 'string' ? errorCode : undefined;
}
