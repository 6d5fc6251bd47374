import { kinds } from './kinds.ts';
import type { ModelRecord, Viewer } from './model-record.ts';
import { concernedCustomer, itemOf, snapshotOf, type ModelItem, type Snapshot } from './timeline-items.ts';

/** The timelines of one tenant's customers. */
export class Timelines {
  readonly #items: (ModelItem & { readonly at: number })[] = [];
  readonly #ended = new Set<string>();
  #writes = 0;

  /** The items that are certain, customer by customer in the order of time. */
  get items(): ModelItem[] {
    const inTime = this.#items.toSorted((one, other) => one.at - other.at).map(({ at: _, ...item }) => item);
    const byCustomer = Map.groupBy(this.certain(inTime), ({ customerId }) => customerId);
    return [...byCustomer.keys()].toSorted().flatMap((customerId) => byCustomer.get(customerId) ?? []);
  }

  /** Those of the items that are certain: of a deleted customer the last one alone is. */
  certain(items: readonly ModelItem[]): ModelItem[] {
    return items.filter(({ customerId, itemType }) => itemType === 'customerDeleted' || !this.#ended.has(customerId));
  }

  /** Numbers a write in the order of the tenant's writes. */
  nextWrite(): number {
    this.#writes += 1;
    return this.#writes;
  }

  /** A write made, changed or deleted a record. Before it was made it is null. */
  wrote({ user }: Viewer, record: ModelRecord, before: Snapshot | null): void {
    const { id: sourceId, resource, members, madeAt, isDeleted } = record;
    const change = { before, after: isDeleted ? null : snapshotOf(record) };
    const [found, customerId] = [itemOf(resource, change), concernedCustomer(record, change)];
    if (found === null || customerId === null) {
      return;
    }
    const { isAtCreation, ...item } = found;
    const about = { customerId, sourceId, title: kinds[resource].nameOf(members), actor: user.id };
    const at = isAtCreation ? madeAt : this.nextWrite();
    this.#items.push({ summary: null, changes: null, ...item, ...about, at });
    if (item.itemType === 'customerDeleted') {
      this.#ended.add(customerId);
    }
  }
}
