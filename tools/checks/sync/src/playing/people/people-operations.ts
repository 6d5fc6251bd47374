import { kindNames, type KindName } from '@rapport/testbed/model';
import fc from 'fast-check';
import { aNumber, drawn, match, orNull, type Drawn, type Match } from '../drawn.ts';

/** The next write of a person, with the records of every kind. */
export type PeopleOperation =
  | (Of<'add'> & { readonly drawn: Drawn })
  | (Of<'change'> & { readonly record: number; readonly drawn: Drawn; readonly match: Match })
  | (Of<'remove'> & { readonly record: number; readonly match: Match })
  | Step
  | Convert;

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

export interface Convert {
  readonly do: 'convert';
  readonly by: number;
  readonly record: number;
  /** Whether the number stands for one of the leads with activities, where there are any. */
  readonly isOfActive: boolean;
  readonly version: Match;
  /** A number stands for an existing record. */
  readonly customer: 'create' | number;
  readonly contact: 'create' | 'none' | number;
  readonly opportunity: 'create' | 'none';
  readonly owner: number | null;
  readonly overwrites: boolean;
  readonly moves: boolean;
}

const who = { by: fc.nat(3), kind: fc.constantFrom(...kindNames) };

const step = fc.record({
  ...{ do: fc.constant('step' as const), by: who.by, record: aNumber, state: fc.nat(7) },
  kind: fc.constantFrom<KindName>('leads', 'opportunities', 'activities'),
  reason: orNull(fc.constantFrom('Price', 'Time'), 1),
});

/** An activity of a lead, and maybe of a customer, which moves where the lead is converted. */
const call = fc.record({
  ...{ do: fc.constant('add' as const), by: who.by, kind: fc.constant('activities' as const) },
  drawn: fc.tuple(drawn, aNumber).map(([body, lead]) => ({
    ...body,
    names: { leads: lead * 2, ...(body.names.customers !== undefined && { customers: body.names.customers * 2 }) },
  })),
});

/** An even number stands for a record that the person sees. */
const mostlySeen = fc.oneof(
  { weight: 6, arbitrary: aNumber.map((number) => number * 2) },
  { weight: 1, arbitrary: aNumber },
);

const conversion = fc.record({
  ...{ do: fc.constant('convert' as const), by: who.by, record: mostlySeen, isOfActive: fc.boolean(), version: match },
  customer: fc.oneof(fc.constant('create' as const), mostlySeen),
  contact: fc.oneof(fc.constantFrom('create' as const, 'none' as const), mostlySeen),
  opportunity: fc.constantFrom('create' as const, 'none' as const),
  ...{ owner: orNull(aNumber, 1), overwrites: fc.boolean(), moves: fc.boolean() },
});

export const peopleOperation: fc.Arbitrary<PeopleOperation> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ do: fc.constant('add' as const), ...who, drawn }) },
  { weight: 8, arbitrary: call },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('change' as const), ...who, record: aNumber, drawn, match }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), ...who, record: aNumber, match }) },
  { weight: 10, arbitrary: step },
  { weight: 10, arbitrary: conversion },
);
