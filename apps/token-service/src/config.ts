import {
  controlVariables,
  credentialVariables,
  json,
  onOff,
  portVariables,
  proxyVariables,
  serviceVariables,
  stateVariables,
  url,
  wholeNumber,
} from '@rapport/config';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...portVariables,
  ...controlVariables,
  ...stateVariables,
  ...credentialVariables,
  ...proxyVariables,
  SIGNING_KEY_DAYS: wholeNumber(1, 365).prefault('90').describe('days after which another key signs access tokens'),
  REDIRECT_ADDRESSES: json(z.array(url('https', 'http')))
    .prefault('[]')
    .describe('JSON array of the addresses to which browsers are sent with a code, beside the console and loopback'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/, 'must begin with mailto:, https:// or tel:+')
    .optional()
    .describe('where finders of a weakness report it; /.well-known/security.txt is there with it alone'),
  DEVELOPER_TOKENS: onOff().prefault('off').describe('on or off: whether /api/v1/auth/get-token-for-develop is there'),
});

export type Settings = z.output<typeof config>;
