import { namedList } from '@rapport/members/fields';
import { z } from 'zod';
import { goingStates } from './states.ts';

/** The steps of a deletion, in their order. Each but the first has a place that the proof searches. */
export const deletionSteps = namedList('DeletionStep', [
  'access',
  'schema',
  'cellRows',
  'redisKeys',
  'files',
  'controlRows',
]);

export type DeletionStep = (typeof deletionSteps)[number];

export const begunDeletion = z.object({ tenantId: z.uuid(), state: z.enum(goingStates) }).meta({ id: 'BegunDeletion' });

export type BegunDeletion = z.output<typeof begunDeletion>;

const left = z.int();

/** The deletion of a tenant: what was done, and what a search found a minute after it. */
export const deletionProof = z
  .object({
    tenantId: z.uuid(),
    number: z.int(),
    requestedOnUtc: z.iso.datetime(),
    actor: z.string().describe('`operator:` and the name, or `system`.'),
    reason: z.string().nullable().describe('Why, where the operator said so.'),
    steps: z
      .array(
        z.object({
          step: z.enum(deletionSteps),
          doneOnUtc: z.iso.datetime(),
          counts: z.record(z.string(), z.int()).describe('What was there before.'),
        }),
      )
      .describe('The steps that are done, in their order.'),
    found: z
      .object({ schema: left, cellRows: left, redisKeys: left, files: left, controlRows: left })
      .nullable()
      .describe('What the last search found; null until it found nothing, which ends the deletion.'),
    eventsGoneByUtc: z.iso
      .datetime()
      .nullable()
      .describe('When the last event of the tenant has left Kafka; null until the proof is complete.'),
  })
  .meta({ id: 'Deletion' });

export type DeletionProof = z.output<typeof deletionProof>;
