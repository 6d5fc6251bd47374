import { resourceNames, type ResourceName } from '@rapport/testbed/model';
import fc from 'fast-check';
import { peopleOperation, type PeopleOperation } from './people/people-operations.ts';
import { aNumber, drawn, match, orNull, type Drawn, type Match } from './drawn.ts';

/**
 * The next act of a client or an operator. A number stands for one of those that there are, so that an operation keeps
 * a meaning when the operations before it are left out.
 */
export type Operation =
  | Create
  | Update
  | CreateAgain
  | (Of<'put back' | 'get'> & { readonly record: number })
  | (Of<'delete'> & { readonly record: number; readonly match: Match })
  | (Of<'get by external id'> & { readonly externalId: number })
  | Of<'begin a copy'>
  | { readonly do: 'go on with a copy'; readonly copy: number }
  | Batch
  | { readonly do: 'define'; readonly resource: ResourceName; readonly field: number }
  | { readonly do: 'move'; readonly user: number; readonly team: number }
  | PeopleOperation;

interface Of<What extends string> {
  readonly do: What;
  readonly by: number;
  readonly resource: ResourceName;
}

export interface Create extends Of<'create'> {
  readonly drawn: Drawn;
  readonly externalId: number | null;
  readonly hasKey: boolean;
}

export interface Batch extends Of<'batch'> {
  readonly items: readonly { readonly drawn: Drawn; readonly externalId: number | null }[];
  readonly hasKey: boolean;
}

export interface Update extends Of<'update'> {
  readonly record: number;
  readonly drawn: Drawn;
  /** `kept` leaves the member out. */
  readonly externalId: number | null | 'kept';
  readonly match: Match;
}

/** A create with a key that was sent before, with the same body or with another. */
export interface CreateAgain {
  readonly do: 'create again';
  readonly key: number;
  readonly isOther: boolean;
}

const who = { by: fc.nat(2), resource: fc.constantFrom(...resourceNames) };
const externalId = fc.nat(5);

const create = fc.record({
  ...{ do: fc.constant('create' as const), ...who, drawn },
  ...{ externalId: orNull(externalId, 1), hasKey: fc.boolean() },
});
const update = fc.record({
  ...{ do: fc.constant('update' as const), ...who, record: aNumber, drawn, match },
  externalId: fc.oneof(
    { weight: 6, arbitrary: fc.constant('kept' as const) },
    { weight: 2, arbitrary: externalId },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
});

const batch = fc.record({
  ...{ do: fc.constant('batch' as const), ...who, hasKey: fc.boolean() },
  items: fc.array(fc.record({ drawn, externalId: orNull(externalId, 1) }), { minLength: 1, maxLength: 6 }),
});
const define = fc.record({
  ...{ do: fc.constant('define' as const), resource: who.resource },
  field: fc.oneof({ weight: 6, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant(2) }),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 30, arbitrary: create },
  { weight: 30, arbitrary: update },
  { weight: 10, arbitrary: batch },
  { weight: 5, arbitrary: define },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put back' as const), ...who, record: aNumber }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('delete' as const), ...who, record: aNumber, match }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('get' as const), ...who, record: aNumber }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('get by external id' as const), ...who, externalId }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('create again' as const), key: aNumber, isOther: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('begin a copy' as const), ...who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('go on with a copy' as const), copy: aNumber }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), user: fc.nat(3), team: fc.nat(1) }) },
  { weight: 90, arbitrary: peopleOperation },
);

export function operations(lengthMax: number): fc.Arbitrary<Operation[]> {
  return fc.array(operation, { maxLength: lengthMax, size: 'max' });
}
