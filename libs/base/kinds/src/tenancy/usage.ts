import { z } from 'zod';

const count = () => z.int().min(0);

/** A tenant's usage on a day of UTC. */
export const usageDay = z
  .object({
    day: z.iso.date(),
    requests: count().describe('Requests with an accepted token that both APIs answered below 400; a batch is one.'),
    refused: count().describe('Those that they refused with a 4xx.'),
    tokensIssued: count().describe('Access tokens that the API clients got.'),
    recordsCreated: count().describe('Of customers, contacts, leads and opportunities, as their feeds have them.'),
    recordsUpdated: count(),
    recordsDeleted: count(),
    records: count().describe('How many there were at the end of the day.'),
    users: count().describe('Active users at the end of the day, invited ones included.'),
  })
  .meta({ id: 'UsageDay' });

export const usageOfTenant = usageDay.extend({ tenantId: z.uuid() }).meta({ id: 'TenantUsage' });

export type UsageDay = z.output<typeof usageDay>;

export type UsageOfTenant = z.output<typeof usageOfTenant>;
