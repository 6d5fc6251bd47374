import type { OutgoingEvent } from '@rapport/event-bus';
import type { Resource } from '@rapport/records';
import { changeEvent, eventKey } from '../change-event.ts';
import type { DeadLetter } from '../dead-letters/dead-letters.ts';
import type { KnownTenant } from '../tenant-directory.ts';
import type { OutboxRow } from './relay-statements.ts';

export type ResourceName = Pick<Resource, 'name' | 'number'>;

export interface OutgoingChanges {
  readonly events: OutgoingEvent[];
  /** The changes that cannot become events; others must not wait for them. */
  readonly deadLetters: DeadLetter[];
}

/** Makes the events of rows, in their order. Those of a tenant that goes are sent no more. */
export function outgoingChanges(
  rows: readonly OutboxRow[],
  tenants: ReadonlyMap<number, KnownTenant>,
  resources: ReadonlyMap<number, string>,
): OutgoingChanges {
  const events: OutgoingEvent[] = [];
  const deadLetters: DeadLetter[] = [];
  for (const row of rows.filter(({ tenant }) => tenants.get(tenant)?.isGoing !== true)) {
    const event = eventOf(row, tenants, resources);
    if (typeof event === 'string') {
      deadLetters.push({ id: row.id, reason: event });
    } else {
      events.push(event);
    }
  }
  return { events, deadLetters };
}

/** The event, or the reason why there is none. */
function eventOf(
  row: OutboxRow,
  tenants: ReadonlyMap<number, KnownTenant>,
  resources: ReadonlyMap<number, string>,
): OutgoingEvent | string {
  const tenant = tenants.get(row.tenant);
  if (!tenant) {
    return `there is no tenant with the number ${row.tenant}`;
  }
  const resource = resources.get(row.resource);
  if (resource === undefined) {
    return `there is no resource with the number ${row.resource}`;
  }
  const event = changeEvent.safeParse({
    id: row.id,
    tenantId: tenant.id,
    resource,
    entityId: row.record_id,
    operation: row.operation,
    version: row.version,
    occurredOnUtc: row.occurred_on,
    changes: row.changes,
    actorUserId: row.actor,
  });
  if (!event.success) {
    return `it is no change: ${event.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  }
  const value = JSON.stringify(event.data);
  if (value.length > lengthMax) {
    return `its event has ${value.length} characters`;
  }
  return { key: eventKey(event.data), value, ...(row.traceparent ? { traceparent: row.traceparent } : {}) };
}

/** A broker takes a megabyte; an event that it refuses would hold up all others. */
const lengthMax = 250_000;
