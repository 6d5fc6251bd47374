import type { KeptItemType } from '@rapport/records';
import type { Surface } from './item-causes.ts';

/** An item as a timeline should have it. */
export interface ModelItem {
  readonly customerId: string;
  readonly itemType: KeptItemType;
  readonly sourceId: string;
  readonly title: string;
  readonly summary: string | null;
  readonly actor: string;
  readonly changes: Readonly<Record<string, readonly unknown[]>> | null;
}

/** The members of an item beside its customer and its actor. */
export type ModelItemBody = Pick<ModelItem, 'itemType' | 'sourceId' | 'title'> &
  Partial<Pick<ModelItem, 'summary' | 'changes'>>;

export type Body = Readonly<Record<string, unknown>>;

interface Kept extends ModelItem {
  /** The number of the write at which the item stands. */
  readonly at: number;
}

/** The bodies of the records that were written, and the items that follow from them. */
export class ExpectedItems {
  readonly #actors: Readonly<Record<Surface, string>>;
  readonly #items: Kept[] = [];
  readonly #bodies = new Map<string, { readonly body: Body; readonly madeAt: number }>();
  readonly #caused = new Set<string>();
  #writes = 0;

  constructor(actors: Readonly<Record<Surface, string>>) {
    this.#actors = actors;
  }

  /** Each customer's in the order of time. */
  get inOrder(): ModelItem[] {
    return this.#items
      .toSorted((a, b) => (a.customerId < b.customerId ? -1 : a.customerId > b.customerId ? 1 : a.at - b.at))
      .map(({ at: _, ...item }) => item);
  }

  /** The types of the items, each with the surfaces that caused one. */
  get caused(): string[] {
    return [...this.#caused].toSorted();
  }

  bodyOf(id: string): Body {
    return this.#bodies.get(id)?.body ?? {};
  }

  /** The write that made the record. */
  madeAt(id: string): number {
    return this.#bodies.get(id)?.madeAt ?? 0;
  }

  /** Remembers a write of a record. */
  wrote(id: string, members: Body): void {
    this.#writes += 1;
    const known = this.#bodies.get(id);
    this.#bodies.set(id, { body: { ...known?.body, ...members }, madeAt: known?.madeAt ?? this.#writes });
  }

  /** Expects an item; none where the record concerns no customer. */
  expect(surface: Surface, customerId: unknown, item: ModelItemBody, at = this.#writes): void {
    if (typeof customerId === 'string') {
      const actor = this.#actors[surface];
      this.#items.push({ summary: null, changes: null, ...item, customerId, actor, at });
      this.sawCause(surface, item.itemType);
    }
  }

  sawCause(surface: Surface, itemType: KeptItemType): void {
    this.#caused.add(`${itemType} by ${surface}`);
  }
}

export function itemOf(itemType: KeptItemType, sourceId: string, title: unknown): ModelItemBody {
  return { itemType, sourceId, title: String(title) };
}

/** The members that are another now; null where none is. */
export function changesOf(before: Body, members: Body): ModelItem['changes'] {
  const changed = Object.entries(members).filter(([member, value]) => (before[member] ?? null) !== value);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map(([member, value]) => [member, [before[member] ?? null, value]]));
}
