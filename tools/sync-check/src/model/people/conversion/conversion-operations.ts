import fc from 'fast-check';
import { aNumber, anEmail, aWord, drawnValues, match, orNull, type Drawn, type Match } from '../../drawn.ts';
import { deniable } from './clerk-role.ts';

/** The act of a person on a lead that may become other records. */
export interface Convert {
  readonly do: 'convert';
  readonly by: number;
  readonly record: number;
  /** Whether the number stands for one of the leads with activities, where there are any. */
  readonly isOfActive: boolean;
  readonly way: 'preview' | 'execute' | 'legacy';
  readonly version: Match;
  /** A target that is null is left to the suggestion. */
  readonly customer: DrawnTarget<'create' | 'existing'> | null;
  readonly contact: DrawnTarget<'create' | 'existing' | 'none'> | null;
  readonly opportunity: DrawnTarget<'create' | 'none'> | null;
  readonly overwrites: boolean;
  readonly moves: boolean;
  readonly owner: number | null;
  readonly skips: boolean;
}

export interface DrawnTarget<Mode extends string> {
  readonly mode: Mode;
  readonly existing: number;
  readonly values: DrawnValues | null;
}

export interface DrawnValues {
  readonly words: readonly [string | null, string | null];
  readonly email: string | null;
  readonly fields: Drawn['values'];
}

/** The acts that the clerk may not do from now on. */
export interface Permit {
  readonly do: 'permit';
  readonly lacks: readonly string[];
}

function target<const Mode extends string>(...modes: readonly Mode[]): fc.Arbitrary<DrawnTarget<Mode> | null> {
  const values = fc.record({
    words: fc.tuple(orNull(aWord, 1), orNull(aWord, 1)),
    email: orNull(anEmail, 1),
    fields: orNull(drawnValues, 2),
  });
  return orNull(fc.record({ mode: fc.constantFrom(...modes), existing: aNumber, values: orNull(values, 1) }), 1);
}

/** An even number stands for a record that the person sees. */
const mostlySeen = fc.oneof(
  { weight: 6, arbitrary: aNumber.map((number) => number * 2) },
  { weight: 1, arbitrary: aNumber },
);

export const conversion: fc.Arbitrary<Convert> = fc.record({
  ...{
    do: fc.constant('convert' as const),
    by: fc.nat(4),
    record: mostlySeen,
    isOfActive: fc.boolean(),
    version: match,
  },
  way: fc.oneof(
    { weight: 3, arbitrary: fc.constant('preview' as const) },
    { weight: 6, arbitrary: fc.constant('execute' as const) },
    { weight: 2, arbitrary: fc.constant('legacy' as const) },
  ),
  ...{ customer: target('create', 'existing'), contact: target('create', 'existing', 'none') },
  ...{ opportunity: target('create', 'none'), overwrites: fc.boolean(), moves: fc.boolean() },
  owner: orNull(aNumber, 1),
  skips: fc.boolean(),
});

export const permit: fc.Arbitrary<Permit> = fc.record({
  do: fc.constant('permit' as const),
  lacks: fc.subarray(deniable, { maxLength: 2 }),
});
