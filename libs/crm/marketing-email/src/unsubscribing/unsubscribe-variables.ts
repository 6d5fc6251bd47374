import { json, key, stateVariables } from '@rapport/config';
import { z } from 'zod';

/** The variables of the services that make or read unsubscribe links. */
export const unsubscribeVariables = {
  ISSUER: stateVariables.ISSUER,
  // With the id of its key a token fits before the @ of an address to which mails come back.
  UNSUBSCRIBE_KEYS: json(z.record(z.string().regex(/^[a-z][a-z0-9]{0,9}$/), key(32)))
    .refine((keys) => Object.keys(keys).length > 0, 'must have at least one key')
    .describe('JSON object from key id to the key of unsubscribe links; the first one makes them'),
};
