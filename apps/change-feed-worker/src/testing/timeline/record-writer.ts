import type { TestDatabases } from '@rapport/database/testing';
import { AppError, validationFailed, type RequestContext } from '@rapport/kernel';
import type { Columns, IdempotencyKey, RecordStore, SyncedRecords } from '@rapport/records';
import type { Body } from './expected-items.ts';
import { callersOf, newKey, recordSurfaces, type RecordSurfaces } from './record-surfaces.ts';
import { SettledWrites } from './settled-writes.ts';

/** The writer of customers and their records: one of the two APIs, or a batch of the public one. */
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
  async make(by: Author, kind: keyof RecordSurfaces['public'], body: Body): Promise<string> {
    const key = newKey();
    return this.#settled.settle(async () =>
      by === 'batch'
        ? ((await this.#batch(kind, [body], key))[0] ?? '')
        : createdId(await this.#records(by, kind).create(this.callers[by], body, key)),
    );
  }

  /** Makes records in one batch. It gives their ids. */
  async makeTogether(kind: keyof RecordSurfaces['public'], bodies: readonly Body[]): Promise<string[]> {
    const key = newKey();
    return this.#settled.settle(() => this.#batch(kind, bodies, key));
  }

  /** A batch finds the record by its external id. */
  async change(by: Author, kind: keyof RecordSurfaces['public'], id: string, body: Body): Promise<void> {
    const key = newKey();
    await this.#settled.settle(async () =>
      by === 'batch' ? this.#batch(kind, [body], key) : this.#records(by, kind).update(this.callers[by], id, body),
    );
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
  async #batch(kind: keyof RecordSurfaces['public'], bodies: readonly Body[], key: IdempotencyKey): Promise<string[]> {
    const items = [refusedItem, ...bodies.map((input) => ({ input }))];
    const problemOf = ({ code }: AppError) => ({ code });
    const records: Pick<SyncedRecords<Columns>, 'batch'> = this.surfaces.public[kind];
    const written = await records.batch(this.callers.public, items, { key, problemOf });
    const { results } = JSON.parse(written.body) as { results: { data?: { id: string } }[] };
    const ids = results.flatMap(({ data }) => data?.id ?? []);
    if (ids.length !== bodies.length) {
      throw new Error(`a batch was refused: ${written.body}`);
    }
    return ids;
  }

  #records(
    by: 'application' | 'public',
    kind: keyof RecordSurfaces['public'],
  ): Pick<RecordStore<Columns>, 'create' | 'update'> {
    return this.surfaces[by][kind];
  }
}

const refusedItem = { sent: {}, refuse: () => validationFailed({ name: ['This is needed.'] }) };

/** The id in the answer to a create: an API answers the record, or its id alone. */
export function createdId({ body }: { readonly body: string }): string {
  const answer = JSON.parse(body) as string | { readonly id: string };
  return typeof answer === 'string' ? answer : answer.id;
}
