import type { Model, ResourceName } from '@rapport/testbed/model';
import { Copy } from '../actors/copy.ts';
import type { Party } from '../actors/world.ts';
import { compareRecord, expectSame } from './compare.ts';
import type { Requests } from './requests.ts';

/** The copies that clients began at any time. Each must be what the model says, whenever it is brought up to date. */
export class Copies {
  readonly #model: Model;
  readonly #requests: Requests;
  readonly #copies: Copy[] = [];
  /** The count of changes of definitions of custom fields when the copy began: a change of one stamps no record. */
  readonly #changes = new WeakMap<Copy, number>();

  constructor(model: Model, requests: Requests) {
    this.#model = model;
    this.#requests = requests;
  }

  get count(): number {
    return this.#copies.length;
  }

  async begin(party: Party, resource: ResourceName): Promise<void> {
    const copy = await Copy.begin(party, resource);
    this.#requests.note(`${party.name}: begins copy ${this.#copies.length}, of ${resource}`);
    this.#copies.push(this.#begun(copy));
    this.#compare('the list', copy);
  }

  /** A copy from before a change of its client's view cannot go on, and begins again. */
  async goOn(number: number): Promise<void> {
    const copy = this.#copies[number];
    if (copy === undefined) {
      return;
    }
    const { party, resource, views } = copy;
    const refusal = await copy.goOn();
    this.#requests.note(`${party.name}: goes on with copy ${number}, of ${resource} -> ${refusal?.status ?? 200}`);
    if (views === party.views) {
      expectSame('the refusal', refusal?.body, undefined);
      return this.#compare(`copy ${number}`, copy);
    }
    expectSame('the refusal after a change of the view', refusal?.body['code'], 'updated_from_too_old');
    const again = this.#begun(await Copy.begin(party, resource));
    this.#copies[number] = again;
    this.#compare('the list', again);
  }

  async compareList(party: Party, resource: ResourceName): Promise<void> {
    this.#compare('the list', this.#begun(await Copy.begin(party, resource)));
  }

  #begun(copy: Copy): Copy {
    this.#changes.set(copy, this.#model.fields.changes(copy.resource));
    return copy;
  }

  #compare(what: string, copy: Copy): void {
    const { party, resource, records } = copy;
    const expected = this.#model.list(party, resource);
    const labels = (ids: Iterable<string>): string[] => Array.from(ids, (id) => this.#requests.label(id)).toSorted();
    const ids = expected.map(({ id }) => id);
    expectSame(`${what} of ${resource} at ${party.name}`, labels(records.keys()), labels(ids));
    const isOfTheseFields = this.#changes.get(copy) === this.#model.fields.changes(resource);
    const without = isOfTheseFields ? [] : ['customFields'];
    for (const record of expected) {
      compareRecord(this.#model, party, record, records.get(record.id) ?? {}, without);
    }
  }
}
