import type { AnswerForm } from '../endpoint.ts';
import { ownPrefixes } from '../own-prefixes.ts';

/** A failure is answered in the wrapper of the application API, with the members of OAuth, or as a problem alone. */
export type FailureForm = 'apiResult' | 'oauth' | 'problem';

/** The parts of an endpoint that decide the form of its failures, and its path. */
export type FailingEndpoint = AnswerForm & { readonly path: string };

/**
 * The form of an endpoint's failures, also where the edge answers in the place of its service. A page shows what it
 * refuses itself; what happens before or without it has the form of its neighbours: the wrapper, or that below /connect.
 */
export function failureFormOf({ envelope, bodyType, page }: AnswerForm): FailureForm {
  return envelope ?? (bodyType === 'form' || page ? 'oauth' : 'problem');
}

/** Gives an address without an endpoint the form of the endpoints below the same prefix; a bare prefix has a problem. */
export function failureFormsByPath(endpoints: readonly FailingEndpoint[]): (path: string) => FailureForm {
  const forms = ownPrefixes(endpoints.map((endpoint) => [endpoint.path, failureFormOf(endpoint)]));
  return (path) => {
    for (const [prefix, form] of forms) {
      if (path.startsWith(`${prefix}/`)) {
        return form;
      }
    }
    return 'problem';
  };
}
