import type { OutgoingEvent } from '@rapport/event-bus';
import type { CallContext } from '@rapport/kernel';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import type { TenantDirectory } from '../tenant-directory.ts';
import { outgoingChanges, type ResourceName } from './outgoing-changes.ts';
import type { OutboxRow } from './relay-statements.ts';

/** Makes events of rows; a row that cannot become an event is a dead letter. */
export class OutboxEvents {
  readonly #tenants: TenantDirectory;
  readonly #resources: ReadonlyMap<number, string>;
  readonly #deadLetters: DeadLetters;

  constructor(tenants: TenantDirectory, resources: readonly ResourceName[], deadLetters: DeadLetters) {
    this.#tenants = tenants;
    this.#resources = new Map(resources.map(({ number, name }) => [number, name]));
    this.#deadLetters = deadLetters;
  }

  async of(context: CallContext, cell: string, rows: readonly OutboxRow[]): Promise<OutgoingEvent[]> {
    if (rows.length === 0) {
      return [];
    }
    const tenants = await this.#tenants.byNumbers(context, new Set(rows.map(({ tenant }) => tenant)));
    const { events, deadLetters } = outgoingChanges(rows, tenants, this.#resources);
    await this.#deadLetters.add(context, cell, 'relay', deadLetters);
    return events;
  }
}
