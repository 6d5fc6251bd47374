import { json, origin, serviceVariables } from '@rapport/config';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  UPSTREAMS: json(z.record(z.string(), z.array(origin()).min(1))).describe(
    'JSON object from the name of a service to the addresses of its replicas',
  ),
  TRUSTED_PROXIES: json(z.array(z.union([z.cidrv4(), z.cidrv6()])))
    .prefault('[]')
    .describe('JSON array of the networks whose X-Forwarded-* headers are believed'),
});

export type EdgeConfig = z.output<typeof config>;
