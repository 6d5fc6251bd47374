import {
  Model,
  predictCreate,
  predictDelete,
  predictGet,
  predictUpdate,
  resourceNames,
  type KindName,
  type Members,
  type ModelRecord,
  type Prediction,
  type ResourceName,
  type StoredAnswers,
  type Viewer,
} from '@rapport/testbed/model';
import type { Answer } from '../actors/ask.ts';
import type { Party, World } from '../actors/world.ts';
import { untilNamesFollow } from '../until-names-follow.ts';
import { bodyOf, type Ids } from './bodies.ts';
import { compare, compareRecord, compareVersion, expectSame } from './compare.ts';
import { compareTimelines } from './compare-timelines.ts';
import { Copies } from './copies.ts';
import { fieldPlanOf, type Match } from './drawn.ts';
import type { Batch, Create, CreateAgain, Operation, Update } from './operations.ts';
import { compareRead, missingId, readRecord, type PeopleStage } from './people/people-stage.ts';
import { playPeople } from './people/play-people.ts';
import { compareBatch, isKept } from './play-batch.ts';
import { playDefinition } from './play-definition.ts';
import { Requests } from './requests.ts';
import { SeenTags } from './seen-tags.ts';

interface Keyed {
  readonly party: Party;
  readonly resource: ResourceName;
  readonly body: Members;
  readonly key: string;
}

/** Plays operations on the platform and on the model side by side; the first difference is an error. */
export class Player {
  readonly requests: Requests;
  readonly #world: World;
  readonly #model: Model;
  readonly #copies: Copies;
  readonly #people: PeopleStage;
  readonly #tags = new SeenTags();
  readonly #keys: Keyed[] = [];
  readonly #stored: StoredAnswers = new Map();
  #bystanders: readonly ModelRecord[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#model = new Model(world.users, world.parties);
    this.requests = new Requests(world, this.#model);
    this.#copies = new Copies(this.#model, this.requests);
    this.#people = {
      ...{ people: world.people, model: this.#model, requests: this.requests },
      pick: (person, kind, drawn) => this.#pick(person, kind, drawn),
      idsFor: (person) => this.#idsFor(person),
    };
  }

  /** Two records that no operation comes to; they are made before any field is required of them. */
  async begin(): Promise<void> {
    const [first] = this.#world.parties;
    await this.#post(first, 'customers', { name: 'Bystander' }, undefined);
    const customer = this.#model.records.at(-1);
    // A name that no record shows leaves nothing to tell.
    await this.#post(first, 'contacts', { lastName: 'Bystander', customerId: customer?.id }, undefined);
    this.#bystanders = this.#model.records.slice(-2);
  }

  async play(operation: Operation): Promise<void> {
    const party = this.#party('by' in operation ? operation.by : 0);
    switch (operation.do) {
      case 'create':
        return this.#create(party, operation);
      case 'update':
        return this.#update(party, operation);
      case 'create again':
        return this.#createAgain(operation);
      case 'put back':
        return this.#putBack(party, this.#pick(party, operation.resource, operation.record));
      case 'delete':
        return this.#delete(party, operation.resource, operation.record, operation.match);
      case 'get':
        return this.#get(party, operation.resource, operation.record);
      case 'get by external id':
        return this.#getByExternalId(party, operation.resource, `x-${operation.externalId}`);
      case 'begin a copy':
        return this.#copies.begin(party, operation.resource);
      case 'go on with a copy':
        return this.#copies.goOn(operation.copy % this.#copies.count);
      case 'batch':
        return this.#batch(party, operation);
      case 'define': {
        const plan = fieldPlanOf(operation.field);
        return playDefinition(this.#world, this.#model, this.requests, operation.resource, plan);
      }
      case 'move':
        return this.#move(operation.user, operation.team);
      case 'add':
      case 'change':
      case 'remove':
      case 'step':
      case 'convert':
        return playPeople(this.#people, operation);
    }
  }

  /** Every copy, from whatever time it goes on, every list and every timeline is what the model says. */
  async end(): Promise<void> {
    for (let copy = 0; copy < this.#copies.count; copy += 1) {
      await this.#copies.goOn(copy);
    }
    for (const party of this.#world.parties) {
      for (const resource of resourceNames) {
        await this.#copies.compareList(party, resource);
      }
    }
    await compareTimelines(this.#world, this.#model);
  }

  async #create(party: Party, { resource, drawn, externalId, hasKey }: Create): Promise<void> {
    const body = bodyOf(resource, drawn, externalId, this.#idsFor(party));
    const key = hasKey ? `key-${this.#keys.length}` : undefined;
    if (key !== undefined) {
      this.#keys.push({ party, resource, body, key });
    }
    await this.#post(party, resource, body, key);
  }

  async #createAgain({ key: drawn, isOther }: CreateAgain): Promise<void> {
    const sent = this.#keys[drawn % this.#keys.length];
    if (sent !== undefined) {
      const { party, resource, body, key } = sent;
      await this.#post(party, resource, isOther ? { ...body, description: 'another' } : body, key);
    }
  }

  async #post(party: Party, resource: ResourceName, body: Members, key: string | undefined): Promise<void> {
    const prediction = predictCreate(this.#model, { viewer: party, resource, body }, key, this.#stored);
    const answer = await this.requests.send(party, 'POST', resource, { body, key });
    this.#judge(party, answer, prediction);
    if (answer.status === 201 && key !== undefined) {
      this.#stored.set(`${party.name} ${key}`, { request: JSON.stringify([resource, body]), body: answer.body });
    }
  }

  async #batch(party: Party, { resource, items: drawn, hasKey }: Batch): Promise<void> {
    const items = drawn.map((item) => bodyOf(resource, item.drawn, item.externalId ?? 'kept', this.#idsFor(party)));
    const key = hasKey ? `batch-${this.requests.count}` : undefined;
    const path = `${resource}/batch`;
    const answer = await this.requests.send(party, 'POST', path, { body: { items }, key });
    compareBatch(this.#model, party, resource, items, answer);
    if (key !== undefined && isKept(answer)) {
      const again = await this.requests.send(party, 'POST', path, { body: { items }, key });
      expectSame('the batch again', [again.isReplay, again.body], [true, answer.body]);
    }
  }

  async #update(party: Party, { resource, record, drawn, externalId, match }: Update): Promise<void> {
    const body = bodyOf(resource, drawn, externalId, this.#idsFor(party));
    await this.#put(party, resource, this.#pick(party, resource, record), body, match);
  }

  async #put(
    party: Party,
    resource: ResourceName,
    record: ModelRecord | undefined,
    body: Members,
    match: Match,
  ): Promise<void> {
    const ifMatch = this.#tagFor(party, record, match);
    const prediction = predictUpdate(this.#model, { viewer: party, resource, body }, record, ifMatch);
    const answer = await this.requests.send(party, 'PUT', pathOf(resource, record), { body, ifMatch });
    this.#judge(party, answer, prediction);
  }

  /** Sends what a GET gave back as it is, which changes nothing. */
  async #putBack(party: Party, record: ModelRecord | undefined): Promise<void> {
    if (record === undefined || !this.#model.sees(party, record)) {
      return;
    }
    const path = pathOf(record.resource, record);
    const { body } = await this.requests.send(party, 'GET', path);
    const answer = await this.requests.send(party, 'PUT', path, { body });
    this.#judge(party, answer, { status: 200, apply: () => record });
  }

  async #delete(party: Party, resource: ResourceName, drawn: number, match: Match): Promise<void> {
    const record = this.#pick(party, resource, drawn);
    const ifMatch = this.#tagFor(party, record, match);
    const prediction = predictDelete(this.#model, party, record, ifMatch);
    this.#judge(party, await this.requests.send(party, 'DELETE', pathOf(resource, record), { ifMatch }), prediction);
  }

  async #get(party: Party, resource: ResourceName, drawn: number): Promise<void> {
    const record = this.#pick(party, resource, drawn);
    const path = pathOf(resource, record);
    const answer = await this.requests.send(party, 'GET', path);
    this.#judge(party, answer, predictGet(this.#model, party, record));
    if (answer.etag !== null) {
      const same = await this.requests.send(party, 'GET', path, { ifNoneMatch: answer.etag });
      expectSame('the status of a get with If-None-Match', same.status, 304);
    }
  }

  async #getByExternalId(party: Party, resource: ResourceName, externalId: string): Promise<void> {
    const answer = await this.requests.send(party, 'GET', `${resource}/by-external-id/${externalId}`);
    const holder = this.#model.holder(party, resource, externalId);
    this.#judge(party, answer, predictGet(this.#model, party, holder));
  }

  async #move(drawnUser: number, drawnTeam: number): Promise<void> {
    const { users, teams, tenant } = this.#world;
    const user = users[drawnUser % users.length];
    const teamId = teams[drawnTeam % teams.length];
    if (user === undefined || teamId === undefined) {
      return;
    }
    await tenant.changeUser(user.id, { teamId });
    this.requests.note(`the operator: moves ${user.name} to team ${teams.indexOf(teamId)}`);
    this.#model.move(user, teamId);
    await this.#untilNamesFollow();
    const [first] = this.#world.parties;
    for (const record of this.#model.records.filter(({ mayBeNewer, isDeleted }) => mayBeNewer && !isDeleted)) {
      await this.#learn(first, record);
    }
  }

  /** A move leaves it to the next write that changes a name, or to some process within seconds, to tell the names. */
  async #untilNamesFollow(): Promise<void> {
    const [first] = this.#world.parties;
    const [customer] = this.#bystanders;
    await this.#put(first, 'customers', customer, { name: `Bystander ${this.requests.count}` }, 'none');
    // A round of names that is under way goes on behind the answer to that write.
    await untilNamesFollow(this.#world.platform, this.#world.tenant);
  }

  /** Reads what no answer has told of the record. */
  async #learn(party: Party, record: ModelRecord): Promise<void> {
    if (record.resource === 'activities') {
      return compareRead(this.#people, record, await readRecord(this.#people, 'activities', record.id));
    }
    const answer = await party.send('GET', pathOf(record.resource, record));
    compareVersion(record, answer.etag);
    compareRecord(this.#model, party, record, answer.body);
  }

  #judge(party: Party, answer: Answer, prediction: Prediction): void {
    compare(this.#model, party, answer, prediction);
    if (answer.status === 200 || answer.status === 201) {
      this.#tags.note(party, answer);
    }
  }

  #tagFor(party: Party, record: ModelRecord | undefined, match: Match): string | undefined {
    switch (match) {
      case 'none':
        return undefined;
      case 'seen':
        return this.#tags.last(party, record?.id);
      case 'wrong':
        return '"999999"';
    }
  }

  #party(drawn: number): Party {
    const { parties } = this.#world;
    return parties[drawn % parties.length] ?? parties[0];
  }

  /** Every other number stands for a record that the client sees; the others may be gone or hidden from it. */
  #pick(viewer: Viewer, kind: KindName, drawn: number): ModelRecord | undefined {
    const all = this.#model.of(kind).filter((record) => !this.#bystanders.includes(record));
    const seen = all.filter((record) => this.#model.sees(viewer, record));
    const among = drawn % 2 === 0 && seen.length > 0 ? seen : all;
    return among[(drawn >> 1) % among.length];
  }

  #idsFor(viewer: Viewer): Ids {
    const { users } = this.#world;
    return {
      record: (kind, drawn) => this.#pick(viewer, kind, drawn)?.id ?? missingId,
      user: (drawn) => (drawn % 12 === 11 ? missingId : (users[drawn % users.length]?.id ?? missingId)),
      fields: (resource) => this.#model.fields.defined(resource),
    };
  }
}

function pathOf(resource: KindName, record: ModelRecord | undefined): string {
  return `${resource}/${record?.id ?? missingId}`;
}
