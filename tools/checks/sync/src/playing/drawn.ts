import type { FieldPlan, ResourceName } from '@rapport/testbed/model';
import fc from 'fast-check';

/** The content of a body, for a resource of any kind. */
export interface Drawn {
  readonly words: readonly [string | null, string | null, string | null];
  readonly owner: number | null;
  /** From a resource to one of its records. */
  readonly names: Readonly<Partial<Record<ResourceName, number>>>;
  readonly email: string | null;
  readonly amount: number | null;
  readonly probability: number | null;
  /** Values of custom fields; null leaves the member out. */
  readonly values: readonly { readonly field: number; readonly value: number }[] | null;
}

/** The If-Match of a write: none, the tag that this client saw last, or one that no version has. */
export type Match = 'none' | 'seen' | 'wrong';

export const aNumber = fc.nat(60);
const aWord = fc.constantFrom('a', 'b', 'c', 'd', 'Echo');
export const orNull = <T>(value: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
const anEmail = fc.constantFrom('a@one.test', 'b@one.test');

const drawnValue = fc.record({
  field: fc.oneof({ weight: 20, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.constant(3) }),
  value: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 2, max: 4 }) }, { weight: 1, arbitrary: fc.nat(1) }),
});

const drawnValues = fc.uniqueArray(drawnValue, { maxLength: 3, selector: ({ field }) => field });

export const drawn: fc.Arbitrary<Drawn> = fc.record({
  words: fc.tuple(orNull(aWord, 12), orNull(aWord, 2), orNull(aWord, 2)),
  owner: orNull(aNumber, 1),
  names: fc.record(
    { customers: aNumber, contacts: aNumber, leads: aNumber, opportunities: aNumber },
    { requiredKeys: [] },
  ),
  email: fc.oneof({ weight: 1, arbitrary: anEmail }, { weight: 2, arbitrary: fc.constant(null) }),
  amount: orNull(fc.constantFrom(0, 12.5, 99_999.9999, 0.1), 2),
  probability: orNull(fc.constantFrom(0, 55, 100), 1),
  values: orNull(drawnValues, 1),
});

export const match = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Match>('none') },
  { weight: 3, arbitrary: fc.constant<Match>('seen') },
  { weight: 1, arbitrary: fc.constant<Match>('wrong') },
);

/** A field that a tenant may define. */
export function fieldPlanOf(drawnField: number): FieldPlan {
  return fieldPlans[drawnField % fieldPlans.length] ?? rank;
}

const rank: FieldPlan = { key: 'rank', fieldType: 'text', isRequired: true };
const fieldPlans: readonly FieldPlan[] = [
  { key: 'colour', fieldType: 'text', isRequired: false },
  { key: 'size', fieldType: 'number', isRequired: false },
  rank,
];
