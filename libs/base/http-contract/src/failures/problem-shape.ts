import { errorCodes, type ErrorCode } from '@rapport/kernel';
import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

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

export const problemShape = z.object(members);
export const oauthShape = z.object({
  error: z.string().describe('The error of RFC 6749.'),
  error_description: z.string().describe('The same text as `detail`, in ASCII.'),
  error_uri: z.string().describe('The same page as `help`.'),
  ...members,
});

export type Problem = z.output<typeof problemShape>;
export type OAuthProblem = z.output<typeof oauthShape>;
