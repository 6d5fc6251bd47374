import type { TenantSql } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import type { CustomFieldSets } from '@rapport/records';
import type { Metrics } from '@rapport/telemetry';
import { readDefinitions } from './definition-rows.ts';
import { noDefinitions, type DefinitionSet } from './definition-set.ts';

/**
 * The definitions that this process has read, by tenant and resource. A copy may be old: a statement that uses one
 * compares its number with the number of its own snapshot, and begins again with `atLeast` where the two differ.
 */
export class CustomFieldDefinitions implements CustomFieldSets {
  readonly #bytesMax: number;
  /** The set that was not used for longest comes first. */
  readonly #sets = new Map<number, DefinitionSet>();
  readonly #reads = new Map<number, Promise<DefinitionSet>>();
  readonly #countLoad: () => void;
  #bytes = 0;

  constructor(metrics: Metrics, bytesMax: number) {
    this.#bytesMax = bytesMax;
    const loads = metrics.counter({
      name: 'custom_field_definitions_loads_total',
      help: 'Definitions of a module that were read because this process had none, or older ones.',
    });
    this.#countLoad = () => loads.inc();
    metrics.gauge({
      name: 'custom_field_definitions_bytes',
      help: 'What the definitions that this process keeps take, about.',
      read: () => this.#bytes,
    });
  }

  /** The copy of this process, or the set without any definition where it has none. It allocates nothing. */
  known(tenant: Pick<TenantRef, 'number'>, resource: number): DefinitionSet {
    return this.#touched(keyOf(tenant, resource)) ?? noDefinitions;
  }

  /**
   * The definitions of the number that a statement saw, or of a later one. Any other number than the copy's is read
   * anew, also a smaller one, which a restored database may have.
   */
  async atLeast(context: CallContext, sql: TenantSql, resource: number, number: number): Promise<DefinitionSet> {
    const key = keyOf(sql.tenant, resource);
    const known = this.#touched(key);
    if (known?.number === number) {
      return known;
    }
    const read = await this.#readOnce(context, sql, resource, key);
    // A read that another caller began may be from before the change.
    return read.number >= number ? read : this.#read(context, sql, resource, key);
  }

  /** The definitions as they are at this moment, by a statement of this call's own. */
  async current(context: CallContext, sql: TenantSql, resource: number): Promise<DefinitionSet> {
    return this.#read(context, sql, resource, keyOf(sql.tenant, resource));
  }

  /** Callers that ask at the same time share one read. */
  #readOnce(context: CallContext, sql: TenantSql, resource: number, key: number): Promise<DefinitionSet> {
    const underWay = this.#reads.get(key);
    if (underWay) {
      return underWay;
    }
    const read = this.#read(context, sql, resource, key).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  async #read(context: CallContext, sql: TenantSql, resource: number, key: number): Promise<DefinitionSet> {
    const known = this.#touched(key);
    const read = await readDefinitions(context, sql, resource, known);
    if (read !== known) {
      this.#countLoad();
      this.#keep(key, read);
    }
    return read;
  }

  #touched(key: number): DefinitionSet | undefined {
    const set = this.#sets.get(key);
    if (set) {
      this.#sets.delete(key);
      this.#sets.set(key, set);
    }
    return set;
  }

  #keep(key: number, set: DefinitionSet): void {
    this.#forget(key);
    this.#sets.set(key, set);
    this.#bytes += set.bytes;
    for (const oldest of this.#sets.keys()) {
      if (this.#bytes <= this.#bytesMax || oldest === key) {
        return;
      }
      this.#forget(oldest);
    }
  }

  #forget(key: number): void {
    this.#bytes -= this.#sets.get(key)?.bytes ?? 0;
    this.#sets.delete(key);
  }
}

/** One number for a tenant and a resource, because a text for each request would cost more than the rest. */
function keyOf({ number }: Pick<TenantRef, 'number'>, resource: number): number {
  return number * resourcesMax + resource;
}

/** The number of a resource is a smallint. */
const resourcesMax = 32_768;
