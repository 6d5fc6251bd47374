import type { OutgoingEvent } from '@rapport/event-bus';
import type { CallContext } from '@rapport/kernel';
import type { Parking } from '../parking/parking.ts';
import type { TenantDirectory } from '../tenant-directory.ts';
import { outgoingChanges, type ResourceName } from './outgoing-changes.ts';
import type { OutboxRow } from './relay-statements.ts';

/** Makes events of rows; a row that cannot become an event is parked. */
export class OutboxEvents {
  readonly #tenants: TenantDirectory;
  readonly #resources: ReadonlyMap<number, string>;
  readonly #parking: Parking;

  constructor(tenants: TenantDirectory, resources: readonly ResourceName[], parking: Parking) {
    this.#tenants = tenants;
    this.#resources = new Map(resources.map(({ number, name }) => [number, name]));
    this.#parking = parking;
  }

  async of(context: CallContext, cell: string, rows: readonly OutboxRow[]): Promise<OutgoingEvent[]> {
    if (rows.length === 0) {
      return [];
    }
    const tenants = await this.#tenants.byNumbers(context, new Set(rows.map(({ tenant }) => tenant)));
    const { events, parked } = outgoingChanges(rows, tenants, this.#resources);
    await this.#parking.park(context, cell, 'relay', parked);
    return events;
  }
}
