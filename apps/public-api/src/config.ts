import { databaseVariables, key, portVariables, serviceVariables, stateVariables } from '@rapport/config';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...portVariables,
  ...databaseVariables,
  ...stateVariables,
  CURSOR_KEY: key(32).describe('key that makes cursors tamper-evident'),
});

export type Settings = z.output<typeof config>;
