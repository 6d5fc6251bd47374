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
  readonly help: string;
  readonly traceId: string;
  readonly errors?: Record<string, string[]>;
}

/** The problem of an answer, which must have this status and code. */
export function expectProblem({ status, body, headers }: Answer, wantedStatus: number, code: string): Problem {
  expect({ status, body, type: headers.get('content-type')?.split(';')[0] }).toMatchObject({
    status: wantedStatus,
    body: { status: wantedStatus, code },
    type: 'application/problem+json',
  });
  return body as Problem;
}

/** The problem of a refused request, which must name exactly these paths. */
export function expectErrors(answer: Answer, ...paths: string[]): Problem {
  const problem = expectProblem(answer, 400, 'validation_failed');
  expect(Object.keys(problem.errors ?? {}).toSorted()).toEqual(paths.toSorted());
  return problem;
}
