import { errorCodes } from '@rapport/kernel';
import { failureBody } from './failure-body.ts';
import { oauthShape, problemShape } from './problem-shape.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The body of every failure: RFC 9457 with a machine code and a trace id. */
export const problem = problemShape.meta({
  id: 'Problem',
  examples: [
    failureBody('problem', {
      status: errorCodes.not_found,
      code: 'not_found',
      detail: 'There is no such record among the customers, or this client may not see it.',
      instance: '/api/v1/customers/01981d3c-7a40-7bb2-9d3e-5a1f8c2b4e60',
      traceId,
    }),
  ],
});

/** The body of a failure at the token endpoint: the members of OAuth and those of a problem together. */
export const oauthProblem = oauthShape.meta({
  id: 'OAuthProblem',
  examples: [
    failureBody('oauth', {
      status: errorCodes.invalid_client,
      code: 'invalid_client',
      detail: 'Client authentication failed.',
      instance: '/connect/token',
      traceId,
    }),
  ],
});
