import type { Endpoint } from './endpoint.ts';

/** How failures are told: in the wrapper of the application API, with the members of OAuth, or as a problem alone. */
export type FailureForm = 'apiResult' | 'oauth' | 'problem';

/** Of one endpoint, whoever answers in its place. */
export function failureFormOf({ envelope, bodyType }: Pick<Endpoint, 'envelope' | 'bodyType'>): FailureForm {
  return envelope ?? (bodyType === 'form' ? 'oauth' : 'problem');
}
