import type { TestDatabases } from '@rapport/database/testing';
import { AppError, validationFailed, type RequestContext } from '@rapport/kernel';
import type { Columns, IdempotencyKey, RecordStore, SyncedRecords } from '@rapport/records';
import type { KindName, Members } from '@rapport/testbed/model';
import { callersOf, newKey, recordSurfaces, type RecordSurfaces } from './record-surfaces.ts';
import { SettledWrites } from './settled-writes.ts';

/** The writer of records: one of the two APIs, or a batch of the public one. */
export type Author = 'application' | 'public' | 'batch';

/** Writes records by every way there is, each write until it is answered. */
export class RecordWriter {
  readonly surfaces: RecordSurfaces;
  readonly callers: ReturnType<typeof callersOf>;
  readonly #settled: SettledWrites;

  constructor(databases: TestDatabases, caller: RequestContext) {
    this.surfaces = recordSurfaces(databases);
    this.callers = callersOf(caller);
    this.#settled = new SettledWrites(databases, caller);
  }

  /** A write of the person. A create needs a key, so that a repeated one makes nothing more. */
  write<T>(write: (person: RequestContext, key: IdempotencyKey) => Promise<T>): Promise<T> {
    const key = newKey();
    return this.#settled.settle(() => write(this.callers.application, key));
  }

  /** It gives the id. */
  async make(by: Author, kind: KindName, body: Members): Promise<string> {
    if (by === 'batch') {
      return (await this.makeTogether(kind, [body]))[0] ?? '';
    }
    const [key, store] = [newKey(), this.#store(by, kind)];
    const { body: answer } = await this.#settled.settle(() => store.create(this.callers[by], body, key));
    // An API answers the record, or its id alone.
    const made = JSON.parse(answer) as string | { readonly id: string };
    return typeof made === 'string' ? made : made.id;
  }

  /** Makes records in one batch. It gives their ids. */
  async makeTogether(kind: KindName, bodies: readonly Members[]): Promise<string[]> {
    const key = newKey();
    return this.#settled.settle(() => this.#batch(kind, bodies, key));
  }

  /** A batch finds the record by its external id. */
  async change(by: Author, kind: KindName, id: string, body: Members): Promise<void> {
    const key = newKey();
    await this.#settled.settle(async () =>
      by === 'batch' ? this.#batch(kind, [body], key) : this.#store(by, kind).update(this.callers[by], id, body),
    );
  }

  async delete(by: 'application' | 'public', kind: KindName, id: string): Promise<void> {
    const store = this.#store(by, kind);
    await this.remove(() => store.delete(this.callers[by], id));
  }

  /** A record that an unanswered attempt has deleted is not there at the next one. */
  async remove(remove: () => Promise<void>): Promise<void> {
    let attempts = 0;
    await this.#settled.settle(async () => {
      attempts += 1;
      try {
        await remove();
      } catch (error) {
        if (!(attempts > 1 && error instanceof AppError && error.code === 'not_found')) {
          throw error;
        }
      }
    });
  }

  /** A refused item goes with the others and leaves nothing. */
  async #batch(kind: KindName, bodies: readonly Members[], key: IdempotencyKey): Promise<string[]> {
    const items = [refusedItem, ...bodies.map((input) => ({ input }))];
    const problemOf = ({ code }: AppError) => ({ code });
    const stores: StoresOf<Pick<SyncedRecords<Columns>, 'batch'>> = this.surfaces.public;
    const written = await found(kind, stores).batch(this.callers.public, items, { key, problemOf });
    const { results } = JSON.parse(written.body) as { results: { data?: { id: string } }[] };
    const ids = results.flatMap(({ data }) => data?.id ?? []);
    if (ids.length !== bodies.length) {
      throw new Error(`a batch was refused: ${written.body}`);
    }
    return ids;
  }

  #store(by: 'application' | 'public', kind: KindName): AnyStore {
    const stores: StoresOf<AnyStore> = this.surfaces[by];
    return found(kind, stores);
  }
}

type AnyStore = Pick<RecordStore<Columns>, 'create' | 'update' | 'delete'>;
type StoresOf<Store> = Readonly<Partial<Record<KindName, Store>>>;

function found<Store>(kind: KindName, stores: StoresOf<Store>): Store {
  const store = stores[kind];
  if (store === undefined) {
    throw new Error(`there is no store of ${kind}`);
  }
  return store;
}

const refusedItem = { sent: {}, refuse: () => validationFailed({ name: ['This is needed.'] }) };
