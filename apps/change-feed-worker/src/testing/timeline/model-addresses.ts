import { changesOf, itemOf, type Body, type ExpectedItems, type ModelItem } from './expected-items.ts';
import type { RecordWriter } from './record-writer.ts';

/** The first address of a customer is its default. */
export class ModelAddresses {
  readonly #writer: RecordWriter;
  readonly #expected: ExpectedItems;

  constructor(writer: RecordWriter, expected: ExpectedItems) {
    this.#writer = writer;
    this.#expected = expected;
  }

  async make(title: string, customerId: string): Promise<string> {
    const body = { ...address, title, customerId };
    const { addresses } = this.#writer.surfaces;
    const { result } = await this.#writer.write((person, key) => addresses.create(person, body, key));
    this.#wrote(result.id, null, body);
    return result.id;
  }

  async change(id: string, title: string): Promise<void> {
    const before = this.#expected.bodyOf(id);
    const { addresses } = this.#writer.surfaces;
    await this.#writer.write((person) => addresses.update(person, id, { ...before, title }));
    this.#wrote(id, changesOf(before, { title }), { title });
  }

  async moveDefault(from: string, to: string): Promise<void> {
    await this.#writer.write((person) => this.#writer.surfaces.addresses.setDefault(person, to));
    this.#wrote(from, { isDefault: [true, false] });
    this.#wrote(to, { isDefault: [false, true] });
  }

  /** The one other address takes the place of the default. */
  async deleteDefault(id: string, other: string): Promise<void> {
    const { surfaces, callers } = this.#writer;
    await this.#writer.remove(() => surfaces.addresses.delete(callers.application, id));
    this.#wrote(id, null);
    this.#wrote(other, { isDefault: [false, true] });
  }

  #wrote(id: string, changes: ModelItem['changes'], members: Body = {}): void {
    this.#expected.wrote(id, members);
    const { customerId, title } = this.#expected.bodyOf(id);
    this.#expected.expect('application', customerId, { ...itemOf('shippingAddressChanged', id, title), changes });
  }
}

const address = { addressLine1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' };
