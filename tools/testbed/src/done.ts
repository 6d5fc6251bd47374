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

/** The code of a problem; undefined where the body is none. */
export function codeOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;
}
