import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '@rapport/kernel';
import type { PageRequest } from '../../reading/pages/page-statements.ts';
import type { Customer } from '../customers.ts';
import { readAll, type FeedItem } from '../reads.ts';
import type { TestTenant } from '../tenant.ts';

/** The time from which a client goes on: the right one, or those of generic synchronisers. */
export type GoesOnFrom = 'syncUntilUtc' | 'greatest' | 'greatest cut' | 'greatest rounded up';

export const waysToGoOn: readonly GoesOnFrom[] = ['syncUntilUtc', 'greatest', 'greatest cut', 'greatest rounded up'];

/** A client that synchronises, with everything that it got, once or more often. */
export class SyncClient {
  readonly read: 'list' | 'changes';
  readonly goesOnFrom: GoesOnFrom;
  /** From each record to the newest time that the client saw of it. */
  readonly newest = new Map<string, string>();
  /** Every version of a record that the client saw: its id and its time. */
  readonly versions = new Set<string>();
  stepsBack = 0;
  readonly #tenant: TestTenant;
  readonly #context: RequestContext;
  #watermark = '';
  #greatest: string | undefined;

  constructor(tenant: TestTenant, read: 'list' | 'changes', goesOnFrom: GoesOnFrom) {
    this.#tenant = tenant;
    this.#context = tenant.caller();
    this.read = read;
    this.goesOnFrom = goesOnFrom;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sync();
      await pause(5 + Math.random() * 40);
    }
  }

  async sync(): Promise<void> {
    const read = (request: PageRequest): Promise<string> => this.#tenant.customers[this.read](this.#context, request);
    const pageSize = [3, 20, 200][Math.floor(Math.random() * 3)] ?? 20;
    const { data, syncUntilUtc } = await readAll<Customer | FeedItem>(read, { updatedFrom: this.#from(), pageSize });
    if (syncUntilUtc < this.#watermark) {
      this.stepsBack += 1;
    }
    this.#watermark = syncUntilUtc;
    for (const row of data) {
      const [id, at] = 'entityId' in row ? [row.entityId, row.occurredOnUtc] : [row.id, row.lastModifiedOnUtc];
      this.versions.add(`${id} ${at}`);
      this.newest.set(id, at > (this.newest.get(id) ?? '') ? at : (this.newest.get(id) ?? at));
      this.#greatest = at > (this.#greatest ?? '') ? at : this.#greatest;
    }
  }

  #from(): string | undefined {
    switch (this.goesOnFrom) {
      case 'syncUntilUtc':
        return this.#watermark || undefined;
      case 'greatest':
        return this.#greatest;
      case 'greatest cut':
        return this.#greatest && `${this.#greatest.slice(0, 23)}000Z`;
      case 'greatest rounded up':
        return this.#greatest && roundedUp(this.#greatest);
    }
  }
}

function roundedUp(at: string): string {
  if (at.endsWith('000Z')) {
    return at;
  }
  return `${new Date(Date.parse(`${at.slice(0, 23)}Z`) + 1).toISOString().slice(0, 23)}000Z`;
}
