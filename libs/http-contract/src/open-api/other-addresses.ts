import { edgeFailures } from '../failures/edge-failures.ts';
import { failureMediaTypes } from '../failures/failure-body.ts';
import { oauthProblem, problem } from '../failures/problem.ts';
import { headersOfEveryAnswer } from '../headers-of-every-answer.ts';
import { namedCodes, type Components } from './answers.ts';
import type { OpenApiObject } from './schema-components.ts';

/** What the base address answers where no operation is: below `/connect` with the members of OAuth. */
export function answersElsewhere({ schemas, headers }: Components): OpenApiObject {
  const always = [...headersOfEveryAnswer, 'cache-control'];
  const content = {
    [failureMediaTypes.problem[0]]: { schema: schemas.use(problem, 'output') },
    [failureMediaTypes.oauth[0]]: { schema: schemas.use(oauthProblem, 'output') },
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
