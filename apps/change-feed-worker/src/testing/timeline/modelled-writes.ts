import type { TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import {
  convertRecord,
  Model,
  predictCreate,
  predictDelete,
  predictStep,
  predictUpdate,
  type KindName,
  type Members,
  type ModelRecord,
  type Prediction,
  type Timelines,
  type Viewer,
} from '@rapport/testbed/model';
import { RecordWriter, type Author } from './record-writer.ts';

/** Writes records, one after the other, and has the model follow. */
export class ModelledWrites {
  readonly #model: Model;
  readonly #writer: RecordWriter;
  readonly #viewers: Readonly<Record<Author, Viewer>>;

  constructor(databases: TestDatabases, caller: RequestContext) {
    this.#writer = new RecordWriter(databases, caller);
    const { application, public: client } = this.#writer.callers;
    const [person, api] = [viewerOf('person', application, true), viewerOf('client', client, false)];
    this.#viewers = { application: person, public: api, batch: api };
    this.#model = new Model([person.user, api.user], [person, api]);
  }

  get timelines(): Timelines {
    return this.#model.timelines;
  }

  async make(by: Author, resource: KindName, given: Members): Promise<ModelRecord> {
    const body = by === 'batch' ? { ...given, externalId: newId() } : given;
    const id = await this.#writer.make(by, resource, body);
    return this.#made(by, resource, body, id);
  }

  /** Makes records in one batch. */
  async makeTogether(resource: KindName, given: readonly Members[]): Promise<void> {
    const bodies = given.map((body) => ({ ...body, externalId: newId() }));
    const ids = await this.#writer.makeTogether(resource, bodies);
    bodies.forEach((body, index) => this.#made('batch', resource, body, ids[index] ?? ''));
  }

  async change(by: Author, record: ModelRecord, members: Members): Promise<void> {
    const { name, isPerson } = this.#viewers[by];
    const externalId = record.externalIds.get(name);
    const body = {
      ...record.members,
      ...(isPerson && record.own),
      ...members,
      ...(externalId !== undefined && { externalId }),
    };
    await this.#writer.change(by, record.resource, record.id, body);
    this.#changed(by, record, body);
  }

  async delete(by: 'application' | 'public', record: ModelRecord): Promise<void> {
    await this.#writer.delete(by, record.resource, record.id);
    apply(predictDelete(this.#model, this.#viewers[by], record, undefined));
  }

  async step(record: ModelRecord, state: string): Promise<void> {
    const { opportunities, activities } = this.#writer.surfaces.application;
    const store = record.resource === 'opportunities' ? opportunities : activities;
    await this.#writer.write((person) => store.step(person, record.id, state, { permissions: [] }));
    apply(predictStep(this.#model, this.#viewers.application, record, state, null));
  }

  /** Converts a lead into this customer, or into a new one; or as it is suggested, by the operation that takes the lead alone. */
  async convert(lead: ModelRecord, customer: ModelRecord | 'create' | 'suggested'): Promise<void> {
    const { conversion, application } = this.#writer.surfaces;
    const { id: leadId } = lead;
    const into = typeof customer === 'object' ? customer : 'create';
    const existingId = typeof into === 'object' ? into.id : null;
    const target = { mode: existingId === null ? 'create' : 'existing', existingId } as const;
    const request = { leadId, targets: { ...making, customer: target }, ...plainly };
    await this.#writer.write(async (person, key) =>
      customer === 'suggested'
        ? conversion.executeAsSuggested(person, leadId, allRights)
        : conversion.execute(person, request, allRights, key),
    );
    const { body, encoding } = await this.#writer.write((person) => application.leads.get(person, leadId));
    // The text is the record that the surface shows.
    const shown = JSON.parse(Buffer.from(body, encoding).toString()) as Members;
    convertRecord(
      this.#model,
      this.#viewers.application,
      { lead, plan: { customer: into, contact: 'create', opportunity: 'create' }, overwrites: false, moves: true },
      {
        lead: shown,
        customer: { id: shown['convertedCustomerId'] },
        contact: { id: shown['convertedContactId'] },
        opportunity: { id: shown['convertedOpportunityId'] },
      },
    );
  }

  #made(by: Author, resource: KindName, body: Members, id: string): ModelRecord {
    const sent = { viewer: this.#viewers[by], resource, body };
    const record = apply(predictCreate(this.#model, sent, undefined, new Map()), { id });
    if (record === undefined) {
      throw new Error('a create makes a record');
    }
    return record;
  }

  #changed(by: Author, record: ModelRecord, body: Members): void {
    const sent = { viewer: this.#viewers[by], resource: record.resource, body };
    apply(predictUpdate(this.#model, sent, record, undefined));
  }
}

function viewerOf(name: string, { actor }: RequestContext, isPerson: boolean): Viewer {
  return { name, isPerson, views: 0, user: { name, id: actor.userId, scope: 'all', teamId: '' } };
}

/** Every write of these is one that the model lets through. */
function apply(prediction: Prediction, answered: Members = {}): ModelRecord | undefined {
  if (prediction.apply === undefined) {
    throw new Error(`the model refuses a write: ${JSON.stringify(prediction)}`);
  }
  return prediction.apply(answered);
}

const allRights = { has: () => true, require: () => undefined };
const making = { contact: { mode: 'create' }, opportunity: { mode: 'create' } } as const;
const plainly = { overwritesExisting: false, movesActivities: true, skipsDuplicateCheck: true } as const;
