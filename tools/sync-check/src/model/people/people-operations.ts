import fc from 'fast-check';
import { conversion, permit, type Convert, type Permit } from './conversion/conversion-operations.ts';
import { aNumber, drawn, match, orNull, type Drawn, type Match } from '../drawn.ts';
import { kindNames, type KindName } from '../resources.ts';

/** The next act of a person, with the records of every kind. */
export type PeopleOperation =
  | (Of<'add'> & { readonly drawn: Drawn })
  | (Of<'change'> & { readonly record: number; readonly drawn: Drawn; readonly match: Match })
  | (Of<'remove'> & { readonly record: number; readonly match: Match })
  | (Of<'look at'> & { readonly record: number })
  | Step
  | Find
  | Convert
  | Permit;

interface Of<What extends string> {
  readonly do: What;
  readonly by: number;
  readonly kind: KindName;
}

export interface Step extends Of<'step'> {
  readonly record: number;
  readonly state: number;
  readonly reason: string | null;
}

/** A search. The filter and the sort are among those that the kind has. */
export interface Find extends Of<'find'> {
  readonly words: readonly string[];
  readonly filter: number;
  /** The filter's value, among those that there are. */
  readonly value: number;
  readonly sort: number;
  readonly direction: 'asc' | 'desc';
  readonly pageNumber: number;
  readonly pageSize: number;
}

const who = { by: fc.nat(2), kind: fc.constantFrom(...kindNames) };

const step = fc.record({
  ...{ do: fc.constant('step' as const), by: who.by, record: aNumber, state: fc.nat(7) },
  kind: fc.constantFrom<KindName>('leads', 'opportunities', 'activities'),
  reason: orNull(fc.constantFrom('Price', 'Time'), 1),
});

const find = fc.record({
  ...{ do: fc.constant('find' as const), ...who },
  words: fc.array(fc.constantFrom('a', 'b', 'ech', 'cho', 'EC', 'c-'), { maxLength: 2 }),
  ...{ filter: fc.nat(4), value: aNumber, sort: fc.nat(4) },
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  ...{ pageNumber: fc.integer({ min: 1, max: 3 }), pageSize: fc.constantFrom(1, 3, 10, 200) },
});

/** An activity of a lead, and maybe of a customer, which moves where the lead is converted. */
const call = fc.record({
  ...{ do: fc.constant('add' as const), by: who.by, kind: fc.constant('activities' as const) },
  drawn: fc.tuple(drawn, aNumber).map(([body, lead]) => ({
    ...body,
    names: { leads: lead * 2, ...(body.names.customers !== undefined && { customers: body.names.customers * 2 }) },
  })),
});

export const peopleOperation: fc.Arbitrary<PeopleOperation> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ do: fc.constant('add' as const), ...who, drawn }) },
  { weight: 8, arbitrary: call },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('change' as const), ...who, record: aNumber, drawn, match }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), ...who, record: aNumber, match }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('look at' as const), ...who, record: aNumber }) },
  { weight: 10, arbitrary: step },
  { weight: 18, arbitrary: find },
  { weight: 12, arbitrary: conversion },
  { weight: 2, arbitrary: permit },
);
