import { itemOf, type Body, type ExpectedItems, type ModelItemBody } from './expected-items.ts';
import { createdId, type RecordWriter } from './record-writer.ts';

export class ModelActivities {
  readonly #writer: RecordWriter;
  readonly #expected: ExpectedItems;

  constructor(writer: RecordWriter, expected: ExpectedItems) {
    this.#writer = writer;
    this.#expected = expected;
  }

  async make(subject: string, more: Body & { readonly customerId: string | null }): Promise<string> {
    const { activities } = this.#writer.surfaces.application;
    const body = { subject, ...more };
    const id = createdId(await this.#writer.write((person, key) => activities.create(person, body, key)));
    this.#expected.wrote(id, body);
    this.#expected.expect('application', more.customerId, this.itemOf(id));
    return id;
  }

  async change(id: string, members: Body): Promise<void> {
    const before = this.#expected.bodyOf(id);
    const after = { ...before, ...members };
    await this.#writer.write((person) => this.#writer.surfaces.application.activities.update(person, id, after));
    this.#expected.wrote(id, members);
    if (before['customerId'] !== after['customerId']) {
      this.#expected.expect('application', after['customerId'], this.itemOf(id), this.#expected.madeAt(id));
    }
  }

  /** To and fro between the first two states. */
  async step(id: string): Promise<void> {
    const body = this.#expected.bodyOf(id);
    const isBegun = body['status'] === 'inProgress';
    const [from, to] = isBegun ? (['inProgress', 'plan'] as const) : (['plan', 'inProgress'] as const);
    const { activities } = this.#writer.surfaces.application;
    await this.#writer.write((person) => activities.step(person, id, to, { permissions: [] }));
    this.#expected.wrote(id, { status: to });
    this.#expected.expect('application', body['customerId'], {
      ...itemOf('activityStatusChanged', id, body['subject']),
      summary: `${from} -> ${to}`,
      changes: { status: isBegun ? [2, 1] : [1, 2] },
    });
  }

  /** The item of an activity that comes to a customer. */
  itemOf(id: string): ModelItemBody {
    const body = this.#expected.bodyOf(id);
    const isNote = body['activityType'] === 'note';
    const summary = isNote ? body['description'] : body['outcome'];
    return {
      ...itemOf(isNote ? 'note' : 'activity', id, body['subject']),
      summary: typeof summary === 'string' ? summary.slice(0, 200) : null,
    };
  }
}
