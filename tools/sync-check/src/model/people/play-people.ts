import { bodyOfPerson } from '../bodies.ts';
import { compare, compareShown, compareVersion } from '../compare.ts';
import { compareFigures } from './compare-figures.ts';
import { playConversion } from './conversion/play-conversion.ts';
import { playPermit } from './conversion/play-permit.ts';
import { kinds } from './kinds.ts';
import type { ModelRecord } from '../model.ts';
import type { PeopleOperation, Step } from './people-operations.ts';
import type { Person } from './person.ts';
import type { PeopleStage } from './people-stage.ts';
import { playSearch } from './play-search.ts';
import { predictCreate, predictDelete, predictGet, predictUpdate, type Prediction } from '../predict.ts';
import { predictStep } from './predict-step.ts';
import type { Match } from '../drawn.ts';
import type { KindName } from '../resources.ts';
import type { Answer } from '../answer.ts';

/** Plays what people do, on the application API and on the model side by side. */
export class PeoplePlayer {
  readonly #stage: PeopleStage;

  constructor(stage: PeopleStage) {
    this.#stage = stage;
  }

  async play(operation: PeopleOperation): Promise<void> {
    if (operation.do === 'permit') {
      return playPermit(this.#stage, operation);
    }
    if (operation.do === 'convert') {
      return playConversion(this.#stage, operation);
    }
    const { people, pick, idsFor } = this.#stage;
    const person = people[operation.by % people.length] ?? people[0];
    const { kind } = operation;
    switch (operation.do) {
      case 'add':
        return this.#add(person, kind, bodyOfPerson(kind, operation.drawn, idsFor(person)));
      case 'change': {
        const body = bodyOfPerson(kind, operation.drawn, idsFor(person));
        return this.#change(person, kind, pick(person, kind, operation.record), body, operation.match);
      }
      case 'remove':
        return this.#remove(person, kind, pick(person, kind, operation.record), operation.match);
      case 'look at':
        return this.#lookAt(person, kind, pick(person, kind, operation.record));
      case 'step':
        return this.#step(person, operation, pick(person, kind, operation.record));
      case 'find':
        return playSearch(this.#stage, person, operation);
    }
  }

  /** Reads what no answer has told of the record. */
  async learn(record: ModelRecord): Promise<void> {
    const { model, people } = this.#stage;
    const [everywhere] = people;
    const read = await everywhere.send('GET', `${kinds[record.resource].group}/get/${record.id}`);
    compareVersion(record, read.etag);
    compareShown(model, everywhere, record, read.body);
  }

  async #add(person: Person, kind: KindName, body: ReturnType<typeof bodyOfPerson>): Promise<void> {
    const { model, requests } = this.#stage;
    const sent = { viewer: person, resource: kind, body, isOfPerson: true } as const;
    const prediction = predictCreate(model, sent, undefined, new Map());
    const answer = await requests.send(person, 'POST', `${kinds[kind].group}/create`, { body });
    await this.#judge(person, kind, answer, prediction);
  }

  async #change(
    person: Person,
    kind: KindName,
    record: ModelRecord | undefined,
    said: ReturnType<typeof bodyOfPerson>,
    match: Match,
  ): Promise<void> {
    const { model, requests } = this.#stage;
    const ifMatch = tagFor(record, match);
    const sent = { viewer: person, resource: kind, body: said, isOfPerson: true } as const;
    const prediction = predictUpdate(model, sent, record, ifMatch);
    const body = { ...said, id: record?.id ?? missingId };
    const answer = await requests.send(person, 'PUT', `${kinds[kind].group}/update`, { body, ifMatch });
    await this.#judge(person, kind, answer, prediction);
  }

  async #remove(person: Person, kind: KindName, record: ModelRecord | undefined, match: Match): Promise<void> {
    const { model, requests } = this.#stage;
    const ifMatch = tagFor(record, match);
    const prediction = predictDelete(model, person, record, ifMatch);
    const path = `${kinds[kind].group}/delete/${record?.id ?? missingId}`;
    const answer = await requests.send(person, 'DELETE', path, { ifMatch });
    compare(model, person, answer, inPerson(prediction));
  }

  async #lookAt(person: Person, kind: KindName, record: ModelRecord | undefined): Promise<void> {
    const { model, requests } = this.#stage;
    const path = `${kinds[kind].group}/get/${record?.id ?? missingId}`;
    const answer = await requests.send(person, 'GET', path);
    const { apply, ...wanted } = predictGet(model, person, record);
    compare(model, person, answer, wanted);
    const seen = apply?.(answer.body);
    if (seen !== undefined) {
      compareShown(model, person, seen, answer.body);
      compareVersion(seen, answer.etag);
    }
    if (seen?.resource === 'customers') {
      compareFigures(model, person, seen, answer.body);
    }
  }

  async #step(person: Person, { kind, state: drawn, reason }: Step, record: ModelRecord | undefined): Promise<void> {
    const { model, requests } = this.#stage;
    const { steps, group, stateWord } = kinds[kind];
    const states = Object.keys(steps);
    const state = states[drawn % states.length] ?? '';
    const query = reason === null || kind === 'activities' ? '' : `?lostReason=${reason}`;
    const prediction = predictStep(model, person, record, state, query === '' ? null : reason);
    const path = `${group}/${stateWord}/${record?.id ?? missingId}/${state}${query}`;
    await this.#judge(person, kind, await requests.send(person, 'GET', path), prediction, record);
  }

  /** A write answers the id at most, so what it wrote is read by the person who sees everything. */
  async #judge(
    person: Person,
    kind: KindName,
    answer: Answer,
    prediction: Prediction,
    record?: ModelRecord,
  ): Promise<void> {
    const { model, requests, people } = this.#stage;
    const { apply, ...wanted } = inPerson(prediction);
    compare(model, person, answer, wanted);
    if (answer.status !== 200 || apply === undefined) {
      return;
    }
    const [everywhere] = people;
    const id = record?.id ?? String(answer.body['id']);
    const read = await requests.send(everywhere, 'GET', `${kinds[kind].group}/get/${id}`);
    const written = apply(read.body);
    if (written !== undefined) {
      compareShown(model, everywhere, written, read.body);
      compareVersion(written, answer.etag ?? read.etag);
    }
  }
}

const missingId = '01890000-0000-7000-8000-000000000000';

/** Every success of a person is 200. */
function inPerson(prediction: Prediction): Prediction {
  return prediction.status < 300 ? { ...prediction, status: 200 } : prediction;
}

/** The tag of a write stands for the version alone. Nothing is said of a version that is not surely known. */
function tagFor(record: ModelRecord | undefined, match: Match): string | undefined {
  if (match === 'wrong') {
    return '"999999"';
  }
  return match === 'none' || record === undefined || record.mayBeNewer ? undefined : `"${record.version}"`;
}
