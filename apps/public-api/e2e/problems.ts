import { expect } from 'vitest';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly traceId: string;
  readonly errors?: Record<string, string[]>;
}

/** The problem of an answer that must be one with this status and code. */
export function expectProblem({ status, body, headers }: Answer, wantedStatus: number, code: string): Problem {
  expect({ status, body, type: headers.get('content-type')?.split(';')[0] }).toMatchObject({
    status: wantedStatus,
    body: { status: wantedStatus, code },
    type: 'application/problem+json',
  });
  return body as Problem;
}

/** The places that a refused request is told of; they must be all of them. */
export function expectErrors(answer: Answer, ...places: string[]): Problem {
  const problem = expectProblem(answer, 400, 'validation_failed');
  expect(Object.keys(problem.errors ?? {}).toSorted()).toEqual(places.toSorted());
  return problem;
}
