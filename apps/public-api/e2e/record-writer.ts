import { expect } from 'vitest';
import { rawJson } from './raw.ts';
import { newName } from './tenant.ts';

export const resources = ['customers', 'contacts', 'leads', 'opportunities'] as const;
export type ResourceName = (typeof resources)[number];
export type Body = Readonly<Record<string, unknown>>;

/** Another client, which creates, changes, renames and deletes records of all resources. */
export class RecordWriter {
  readonly #token: string;
  readonly #ownerUserId: string;
  readonly #ids: Record<ResourceName, string[]> = { customers: [], contacts: [], leads: [], opportunities: [] };
  #count = 0;

  constructor(token: string, ownerUserId: string) {
    this.#token = token;
    this.#ownerUserId = ownerUserId;
  }

  async write(count: number): Promise<void> {
    const end = this.#count + count;
    const worker = async (): Promise<void> => {
      while (this.#count < end) {
        await this.#next();
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
  }

  async writeFor(milliseconds: number): Promise<void> {
    for (const end = performance.now() + milliseconds; performance.now() < end;) {
      await this.#next();
    }
  }

  async #next(): Promise<void> {
    this.#count += 1;
    const resource = resources[this.#count % 5] ?? 'customers';
    const id = this.#some(resource);
    if (id === undefined || this.#count % 3 !== 0) {
      await this.#send('POST', resource, `/api/v1/${resource}`);
    } else {
      await this.#send(this.#count % 9 === 0 ? 'DELETE' : 'PUT', resource, `/api/v1/${resource}/${id}`);
    }
  }

  async #send(method: 'POST' | 'PUT' | 'DELETE', resource: ResourceName, path: string): Promise<void> {
    const body = method === 'DELETE' ? '' : JSON.stringify(this.#bodyOf(resource));
    const { status, text } = await rawJson(method, path, this.#token, body);
    // The target of a reference may be gone, and a record to which others refer stays.
    expect([200, 201, 204, 400, 404, 409], text).toContain(status);
    if (status === 201) {
      this.#ids[resource].push((JSON.parse(text) as { id: string }).id);
    }
  }

  /** Two owners in turn, so that half of all records leave a view of the scope own. */
  #bodyOf(resource: ResourceName): Body {
    const own = this.#count % 2 === 0 ? { ownerUserId: this.#ownerUserId } : {};
    const names = { name: newName(), lastName: newName() };
    const customerId = this.#some('customers');
    switch (resource) {
      case 'customers':
        return { ...own, name: names.name, ...this.#region() };
      case 'contacts':
        return { ...own, lastName: names.lastName, customerId };
      case 'leads':
        return { ...own, companyName: names.name };
      case 'opportunities':
        return { ...own, name: names.name, customerId, contactId: this.#some('contacts'), leadId: this.#some('leads') };
    }
  }

  /** Values while the tenant has such a field; it is disabled in the end. */
  #region(): Body {
    return this.#count < 150 ? { customFields: [{ key: 'region', value: `North ${this.#count}` }] } : {};
  }

  #some(resource: ResourceName): string | undefined {
    const ids = this.#ids[resource];
    return ids[Math.floor(Math.random() * ids.length)];
  }
}
