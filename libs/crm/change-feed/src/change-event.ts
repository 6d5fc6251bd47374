import type { TopicDefinition } from '@rapport/event-bus';
import { changeOperations } from '@rapport/kinds';
import { z } from 'zod';

/** Every committed change of every record, for any consumer. */
export const changesTopic: TopicDefinition = { name: 'rapport.changes', partitions: 12 };

/** The topic as the worker makes it: no event is in it for longer. A broker drops events with their segment, which is a day's. */
export function changesTopicFor(retentionDays: number): TopicDefinition {
  const settings = { 'retention.ms': String((retentionDays - 1) * dayMs), 'segment.ms': String(dayMs) };
  return { ...changesTopic, settings };
}

const dayMs = 86_400_000;

/** The value of an event. Other systems read it: members may be added, but none is removed or changes its meaning. */
export const changeEvent = z
  .object({
    id: z.uuid().describe('The id of this change, the same in the change feed. An event that comes again has it too.'),
    tenantId: z.uuid(),
    resource: z.string().describe('The kind of record as the public API names it, such as `customers`.'),
    entityId: z.uuid().describe('The id of the changed record.'),
    operation: z.enum(changeOperations),
    version: z
      .int()
      .positive()
      .describe(
        'The version that the change gave the record. Of the events of one record the one with the highest counts.',
      ),
    occurredOnUtc: z.iso
      .datetime({ precision: 6 })
      .describe('The `lastModifiedOnUtc` that the change gave the record, or the time of its deletion.'),
    changes: z
      .array(z.string())
      .nullable()
      .describe(
        'The members that an update changed, by their names in the public API. Empty when only who may see the record changed; null when it was created or deleted.',
      ),
    actorUserId: z
      .uuid()
      .nullable()
      .describe('The user who did it or in whose name it was done; null for the platform itself.'),
  })
  .meta({ title: 'A committed change of one record' });

export type ChangeEvent = z.output<typeof changeEvent>;

/** Events of one record keep their order, because they have one key. */
export function eventKey({ tenantId, entityId }: Pick<ChangeEvent, 'tenantId' | 'entityId'>): string {
  return `${tenantId}:${entityId}`;
}
