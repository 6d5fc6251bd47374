import type { Ids } from '../bodies.ts';
import type { Model, ModelRecord } from '../model.ts';
import type { Person } from './person.ts';
import type { Requests } from '../requests.ts';
import type { KindName } from '../resources.ts';

/** The stage that the players of one run have in common. */
export interface PeopleStage {
  readonly people: readonly [Person, ...Person[]];
  readonly clerk: Person;
  readonly model: Model;
  readonly requests: Requests;
  /** The record that a drawn number stands for. */
  readonly pick: (person: Person, kind: KindName, drawn: number) => ModelRecord | undefined;
  readonly idsFor: (person: Person) => Ids;
}
