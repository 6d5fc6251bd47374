import {
  kinds,
  predictCreate,
  predictDelete,
  predictStep,
  predictUpdate,
  type KindName,
  type ModelRecord,
  type Prediction,
} from '@rapport/testbed/model';
import type { SentWith } from '../../actors/ask.ts';
import type { Person } from '../../actors/person.ts';
import { bodyOfPerson } from '../bodies.ts';
import { compare } from '../compare.ts';
import type { Match } from '../drawn.ts';
import type { PeopleOperation } from './people-operations.ts';
import { compareRead, groups, missingId, readRecord, versionFor, type PeopleStage } from './people-stage.ts';
import { playConversion } from './play-conversion.ts';

/** Plays what a person writes, on the application API and on the model side by side. */
export async function playPeople(stage: PeopleStage, operation: PeopleOperation): Promise<void> {
  const { people, model, pick, idsFor } = stage;
  const person = people[operation.by % people.length] ?? people[0];
  if (operation.do === 'convert') {
    return playConversion(stage, person, operation);
  }
  const { kind: resource } = operation;
  const record = operation.do === 'add' ? undefined : pick(person, resource, operation.record);
  const id = record?.id ?? missingId;
  switch (operation.do) {
    case 'add': {
      const body = bodyOfPerson(resource, operation.drawn, idsFor(person));
      const prediction = predictCreate(model, { viewer: person, resource, body }, undefined, new Map());
      return write(stage, person, resource, ['POST', 'create', { body }], prediction);
    }
    case 'change': {
      const body = bodyOfPerson(resource, operation.drawn, idsFor(person));
      const ifMatch = tagFor(record, operation.match);
      const prediction = predictUpdate(model, { viewer: person, resource, body }, record, ifMatch);
      return write(stage, person, resource, ['PUT', 'update', { body: { ...body, id }, ifMatch }], prediction, id);
    }
    case 'remove': {
      const ifMatch = tagFor(record, operation.match);
      const prediction = predictDelete(model, person, record, ifMatch);
      return write(stage, person, resource, ['DELETE', `delete/${id}`, { ifMatch }], prediction);
    }
    case 'step': {
      const states = Object.keys(kinds[resource].states?.steps ?? {});
      const state = states[operation.state % states.length] ?? '';
      const reason = resource === 'activities' ? null : operation.reason;
      const query = reason === null ? '' : `?lostReason=${reason}`;
      const path = `${resource === 'opportunities' ? 'stage' : 'status'}/${id}/${state}${query}`;
      return write(stage, person, resource, ['GET', path, {}], predictStep(model, person, record, state, reason), id);
    }
  }
}

/** A write answers the id at most, so what it wrote is read by the person who sees everything. */
async function write(
  stage: PeopleStage,
  person: Person,
  kind: KindName,
  [method, path, sent]: readonly [string, string, SentWith],
  { apply, ...prediction }: Prediction,
  known?: string,
): Promise<void> {
  const { model, requests } = stage;
  const answer = await requests.send(person, method, `${groups[kind]}/${path}`, sent);
  // Every success of a person is 200.
  compare(model, person, answer, prediction.status < 300 ? { ...prediction, status: 200 } : prediction);
  if (answer.status !== 200 || apply === undefined) {
    return;
  }
  if (method === 'DELETE') {
    apply({});
    return;
  }
  const read = await readRecord(stage, kind, known ?? String(answer.body['id']));
  const written = apply(read.body);
  if (written !== undefined) {
    compareRead(stage, written, { ...read, etag: answer.etag ?? read.etag });
  }
}

function tagFor(record: ModelRecord | undefined, match: Match): string | undefined {
  const version = versionFor(record, match);
  return version && `"${version}"`;
}
