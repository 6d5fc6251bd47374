import { databaseVariables, keyRing, portVariables, serviceVariables, stateVariables } from '@rapport/config';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...portVariables,
  ...databaseVariables,
  ...stateVariables,
  CURSOR_KEY: keyRing('a key that makes cursors tamper-evident, of which the first one signs them'),
});

export type Settings = z.output<typeof config>;
