import {
  credentialVariables,
  databaseVariables,
  portVariables,
  proxyVariables,
  serviceVariables,
  stateVariables,
} from '@rapport/config';
import { mailVariables } from '@rapport/mail';
import { supplierVariables, unsubscribeVariables } from '@rapport/marketing-email';
import { z } from 'zod';

const { SECRET_PEPPERS, CLIENT_ID_KEY } = credentialVariables;

/** It makes credentials of API clients, and never signs a token. */
export const config = z.object({
  ...serviceVariables,
  ...portVariables,
  ...databaseVariables,
  ...stateVariables,
  ...proxyVariables,
  ...mailVariables,
  ...unsubscribeVariables,
  ...supplierVariables,
  SECRET_PEPPERS,
  CLIENT_ID_KEY,
});

export type Settings = z.output<typeof config>;
