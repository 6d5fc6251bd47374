import { edgeFailures } from '../failures/edge-failures.ts';
import { apiResultSchema, plainDto } from '../api-result.ts';
import { failureMediaTypes } from '../failures/failure-body.ts';
import { oauthProblem, problem } from '../failures/problem.ts';
import type { FailureForm } from '../failures/failure-form.ts';
import { headersOfEveryAnswer } from '../headers-of-every-answer.ts';
import { namedCodes, type Components } from './answers.ts';
import { contentOf } from './content.ts';
import type { OpenApiObject } from './schema-components.ts';
import { z } from 'zod';

/**
 * The base address answers so where no operation is: below `/connect` with the members of OAuth, and below a group of a
 * surface that wraps its answers in the wrapper.
 */
export function answersElsewhere({ schemas, headers }: Components, forms: ReadonlySet<FailureForm>): OpenApiObject {
  const always = [...headersOfEveryAnswer, 'cache-control'];
  const ofOAuth = schemas.use(oauthProblem, 'output');
  const wrapped = forms.has('apiResult') ? schemas.use(apiResultSchema(nothing), 'output') : undefined;
  const content = {
    ...contentOf(failureMediaTypes.problem, schemas.use(problem, 'output')),
    ...contentOf(failureMediaTypes.oauth, ofOAuth),
    ...(wrapped && contentOf(failureMediaTypes.apiResult, { anyOf: [wrapped, ofOAuth] })),
  };
  const refused = { 'x-codes': ['invalid_request', 'validation_failed'], headers: headers.use({ always }), content };
  return {
    RouteNotFound: { ...namedCodes(['route_not_found']), headers: headers.use({ always }), content },
    MethodNotAllowed: {
      ...namedCodes(['method_not_allowed']),
      headers: headers.use({ always: [...always, 'allow'] }),
      content,
    },
    HeadTooSlow: { description: edgeFailures[408], ...refused },
    HeadTooLong: { description: edgeFailures[431], ...refused },
    Unreadable: {
      description:
        'The request is no HTTP/1.1, for example because its target holds spaces, `#`, `\\` or bytes beyond ASCII, or names ' +
        'another host than the header `Host`. Where not even its path is known, the answer is a line of HTML.',
      'x-codes': refused['x-codes'],
      headers: headers.use({ always: ['cache-control'], sometimes: headersOfEveryAnswer }),
      content: { ...content, 'text/html': { schema: { type: 'string' } } },
    },
  };
}

const nothing = plainDto('Nothing', z.null());
