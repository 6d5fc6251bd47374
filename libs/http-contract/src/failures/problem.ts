import { errorCodes, type ErrorCode } from '@rapport/kernel';
import { z } from 'zod';
import { namedList } from '../fields/named-list.ts';
import { failureBody } from './failure-body.ts';

// Object.keys forgets that the keys of this table are codes.
const codes = namedList('ErrorCode', Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

const members = {
  type: z.string().describe('Always `about:blank`: `code` decides.'),
  title: z.string().describe('The phrase of the HTTP status.'),
  status: z.int().describe('The HTTP status.'),
  detail: z.string().describe('What is wrong and how to fix it, for people.'),
  instance: z.string().describe('The path of the request.'),
  code: z.enum(codes).describe('What is wrong, for programs.'),
  help: z.string().describe('The page of `code`, which says what to do: a path of the base address.'),
  traceId: z.string().describe('The id to quote when you report the problem; it is in the header `traceresponse` too.'),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe(
      'With `validation_failed`: from JSON path (`customFields[0].key`), parameter or header to what is wrong there.',
    ),
};

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

const problemShape = z.object(members);
const oauthShape = z.object({
  error: z.string().describe('The error of RFC 6749.'),
  error_description: z.string().describe('The same text as `detail`, in ASCII.'),
  error_uri: z.string().describe('The same page as `help`.'),
  ...members,
});

export type Problem = z.output<typeof problemShape>;
export type OAuthProblem = z.output<typeof oauthShape>;

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
