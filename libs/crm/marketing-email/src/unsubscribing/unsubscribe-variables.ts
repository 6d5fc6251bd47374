import { keyRing, stateVariables } from '@rapport/config';

/** The variables of the services that make or read unsubscribe links. */
export const unsubscribeVariables = {
  ISSUER: stateVariables.ISSUER,
  UNSUBSCRIBE_KEYS: keyRing('a key of unsubscribe links, of which the first one makes them'),
};
