import type { KindName, Model, ModelRecord } from '@rapport/testbed/model';
import type { Answer } from '../../actors/ask.ts';
import type { Person } from '../../actors/person.ts';
import type { Ids } from '../bodies.ts';
import { compareRecord, compareVersion } from '../compare.ts';
import type { Match } from '../drawn.ts';
import type { Requests } from '../requests.ts';

/** The stage that the players of one run have in common. */
export interface PeopleStage {
  readonly people: readonly [Person, ...Person[]];
  readonly model: Model;
  readonly requests: Requests;
  /** The record that a drawn number stands for. */
  readonly pick: (person: Person, kind: KindName, drawn: number) => ModelRecord | undefined;
  readonly idsFor: (person: Person) => Ids;
}

/** The first part of the paths of a kind. */
export const groups: Readonly<Record<KindName, string>> = {
  customers: 'customer',
  contacts: 'contact',
  leads: 'lead',
  opportunities: 'opportunity',
  activities: 'activity',
};

export const missingId = '01890000-0000-7000-8000-000000000000';

/** Reads a record as the person who sees everything. */
export function readRecord({ people, requests }: PeopleStage, kind: KindName, id: string): Promise<Answer> {
  return requests.send(people[0], 'GET', `${groups[kind]}/get/${id}`);
}

/** Compares a record with what that person has read. */
export function compareRead({ people, model }: PeopleStage, record: ModelRecord, { body, etag }: Answer): void {
  compareRecord(model, people[0], record, body);
  compareVersion(record, etag);
}

/** The version of which a write is to be. Nothing is said of a version that is not surely known. */
export function versionFor(record: ModelRecord | undefined, match: Match): string | undefined {
  if (match === 'wrong') {
    return '999999';
  }
  return match === 'none' || record === undefined || record.mayBeNewer ? undefined : String(record.version);
}
